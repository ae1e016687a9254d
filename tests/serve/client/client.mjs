// Lists and calls every tool of `whet mcp` with the official client, which checks each result against the tool's schema;
// then resources, prompts, progress, cancellation, paths outside, malformed messages, and a thousand calls.
//   node client.mjs WHET PROJECT
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { callEveryTool } from './tools.mjs';
import { malformedMessages, endOfInput } from './raw.mjs';
import { descendants, memoryOf, until } from './processes.mjs';

const [whet, project] = process.argv.slice(2);
const device = 'virtual:h200';

async function connect() {
  const transport = new StdioClientTransport({ command: whet, args: ['mcp', '--root', project], env: process.env });
  const client = new Client({ name: 'whet-test', version: '1.0.0' });
  await client.connect(transport);
  return { client, pid: transport.pid };
}

async function step(name, work) {
  const begin = Date.now();
  await work();
  console.log(`ok  ${name}  ${((Date.now() - begin) / 1000).toFixed(1)} s`);
}

const textOf = (result) => result.content.map((block) => block.text).join('\n');

async function resourcesAndPrompts(client) {
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 4);
  const uris = resources.map((resource) => resource.uri);
  assert.ok(uris.includes('whet://skill/bank_conflicts'), 'skills are listed');
  assert.ok(uris.includes('whet://guide'), 'the guide is listed');
  for (const file of ['summary.md', 'report.html', 'champion.cu'])
    assert.ok(uris.includes(`whet://run/1/${file}?project=scale`), `${file} of run 1 is listed`);
  for (const uri of uris) {
    const { contents } = await client.readResource({ uri });
    assert.ok(contents[0].text.length > 0, `${uri} has a text`);
  }
  const candidate = await client.readResource({ uri: 'whet://run/1/candidate/2?project=scale' });
  assert.match(candidate.contents[0].text, /neighbours in memory/);
  await assert.rejects(client.readResource({ uri: 'whet://run/1/summary.md?project=/etc' }), /outside the folders/);
  await assert.rejects(client.readResource({ uri: 'whet://skill/none' }), { code: -32002 });
  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((prompt) => prompt.name), ['is_it_right', 'make_faster', 'why_slow']);
  for (const { name } of prompts) {
    const prompt = await client.getPrompt({ name, arguments: { kernel: 'scale/scale.cu' } });
    assert.match(prompt.messages[0].content.text, /scale\/scale\.cu/);
  }
}

// A long search tells how far it is, blocks nothing, ends with all its processes when it is cancelled, and goes on later.
async function progressAndCancellation(client, pid) {
  const cancel = new AbortController();
  const told = [];
  const args = { problem: 'scale', device, seconds: 12 };
  const search = client.callTool({ name: 'optimize', arguments: args }, undefined, {
    onprogress: (progress) => told.push(progress),
    signal: cancel.signal,
    timeout: 120_000,
  });
  let isSearching = true;
  const ended = assert.rejects(search, /enough/).finally(() => (isSearching = false));
  await client.ping();
  const specs = await client.callTool({ name: 'specs', arguments: { gpu: 'h200' } });
  assert.equal(specs.isError, false);
  await until(() => told.length >= 2, 'progress is told', 60);
  assert.ok(isSearching, 'other requests are answered while the search runs');
  cancel.abort('enough');
  await ended;
  await until(() => descendants(pid).length === 0, 'the processes of a cancelled call end');
  for (let i = 1; i < told.length; ++i) assert.ok(told[i].progress > told[i - 1].progress, 'progress grows');
  assert.ok(told.every((progress) => progress.total >= 12 && progress.message.length > 0));
  const { structuredContent } = await client.callTool({ name: 'runs', arguments: { project: 'scale' } });
  assert.equal(structuredContent.runs[0].state, 'interrupted');
  const resumed = await client.callTool({ name: 'resume', arguments: { project: 'scale' } }, undefined, { timeout: 120_000 });
  assert.equal(resumed.isError, false, textOf(resumed));
  assert.equal(resumed.structuredContent.run, structuredContent.runs[0].run);
  assert.equal(resumed.structuredContent.state, 'finished');
}

async function pathsOutside(client) {
  const calls = [
    ['check', { problem: '/etc' }],
    ['check', { problem: 'scale', candidate: '../../../../etc/passwd' }],
    ['inspect', { file: 'link/passwd' }],
    ['init', { file: 'scale/scale.cu', out: '/tmp/whet_outside.toml' }],
    ['profile', { problem: 'scale', save: '../outside.json' }],
    ['explain', { file: 'scale/scale.cu', include: ['/etc'] }],
    ['explain', { file: 'scale/scale.cu', flag: ['--pre-include=/etc/passwd'] }],
    ['runs', { project: '/' }],
    ['check', { problem: 'astray' }],
  ];
  fs.symlinkSync('/etc', path.join(project, 'link'));
  fs.mkdirSync(path.join(project, 'astray'));
  const problem = fs.readFileSync(path.join(project, 'scale/problem.toml'), 'utf8');
  fs.writeFileSync(path.join(project, 'astray/problem.toml'), problem.replace('scale.cu', '/etc/passwd'));
  for (const [name, args] of calls) {
    const result = await client.callTool({ name, arguments: args });
    assert.equal(result.isError, true, `${name} ${JSON.stringify(args)}`);
    assert.match(textOf(result), /outside the folders[^]*fix: /);
  }
}

async function thousandCalls(client, pid) {
  const some = async (count) => {
    for (let i = 0; i < count; i += 10) {
      const calls = [client.callTool({ name: 'inspect', arguments: { file: 'none.cu' } })];
      for (let k = 1; k < 10; ++k) calls.push(client.callTool({ name: 'specs', arguments: { gpu: 'h200', why: 'l2' } }));
      const results = await Promise.all(calls);
      assert.deepEqual(results.map((result) => result.isError), [true, ...Array(9).fill(false)]);
    }
  };
  await some(200);
  const before = memoryOf(pid);
  await some(1000);
  const after = memoryOf(pid);
  console.log(`    after 200 calls ${before.kib} KiB, after 1,200 calls ${after.kib} KiB`);
  assert.ok(after.kib - before.kib < 512, 'memory does not grow');
  assert.ok(after.descriptors <= before.descriptors + 1, `${before.descriptors} and ${after.descriptors} descriptors`);
  assert.equal(descendants(pid).length, 0);
}

const { client, pid } = await connect();
await step('every tool', () => callEveryTool(client, project, device));
await step('resources and prompts', () => resourcesAndPrompts(client));
await step('progress and cancellation', () => progressAndCancellation(client, pid));
await step('paths outside', () => pathsOutside(client));
await step('a thousand calls', () => thousandCalls(client, pid));
await client.close();
await step('malformed messages', () => malformedMessages(whet, project));
await step('the end of input', () => endOfInput(whet, project, device));
