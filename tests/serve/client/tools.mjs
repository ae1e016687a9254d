// One call of every tool, in the order in which an agent would use them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const textOf = (result) => result.content[0].text;

export async function callEveryTool(client, project, device) {
  const { tools } = await client.listTools();
  const called = new Set();
  const call = async (name, args) => {
    called.add(name);
    const result = await client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 });
    assert.equal(result.isError, false, `${name}: ${textOf(result)}`);
    assert.ok(textOf(result).length > 0 && !textOf(result).startsWith('{'), `${name} has a text for people`);
    return result.structuredContent;
  };
  const refused = async (name, args, reason) => {
    called.add(name);
    const result = await client.callTool({ name, arguments: args });
    assert.equal(result.isError, true, name);
    assert.match(textOf(result), reason);
    assert.match(textOf(result), /fix: /);
  };
  const problem = 'scale', source = 'scale/scale.cu', faster = 'scale/faster.cu';

  assert.match((await call('doctor', {})).summary, /found/);
  assert.equal((await call('specs', { gpu: 'h200' })).gpu.id, 'h200');
  assert.equal((await call('inspect', { file: source, block: '128' })).kernels.length, 1);
  assert.equal((await call('explain', { file: source })).kernels.length, 1);
  const described = await call('init', { file: source, out: 'described/problem.toml', dims: 'n=4096' });
  assert.ok(fs.existsSync(path.join(project, 'described/problem.toml')), described.file);
  await refused('init', { file: source, out: 'described/problem.toml' }, /described/);

  assert.equal((await call('check', { problem, device, quick: true })).outcome, 'correct');
  const wrong = await call('check', { problem, device, quick: true, candidate: 'scale/wrong.cu' });
  assert.equal(wrong.outcome, 'wrong');
  assert.equal((await call('bench', { first: problem, device, dims: 'n=65536', cache: 'cold' })).outcome, 'correct');
  await call('profile', { problem, save: 'before.json' });
  assert.equal((await call('diagnose', { problem })).launches.length, 1);
  assert.equal((await call('sass', { files: [source], loop: 'hot' })).kernels.length, 1);
  assert.equal((await call('sass', { files: [source, faster], diff: true })).kernels.length, 1);

  await refused('submit', { files: [faster], project: problem }, /no run was ever begun/);
  assert.equal((await call('start', { problem, device, seed: '3' })).outcome, 'correct');
  const round = await call('submit', { files: [faster, 'scale/wrong.cu'], memo: 'lanes side by side', project: problem });
  assert.deepEqual(round.candidates.map((candidate) => candidate.outcome), ['correct', 'wrong']);
  assert.ok(round.speedup > 2, `${round.speedup}x`);
  assert.ok((await call('ablate', { project: problem })).edits.length > 0);
  const finished = await call('finish', { project: problem });
  assert.equal(finished.result.outcome, 'faster');
  assert.ok(fs.existsSync(path.join(finished.folder, 'champion.cu')));

  const search = await call('optimize', { problem, device, seconds: 3, dims: 'n=4096' });
  assert.equal(search.state, 'finished');
  assert.equal((await call('runs', { project: problem })).runs.length, 2);
  assert.equal((await call('show', { run: '1', project: problem })).run, 1);
  assert.match((await call('show', { run: '1', candidate: 2, source: true, project: problem })).source, /__global__/);
  assert.ok((await call('memory', { project: problem })).entries.length > 0);
  await refused('resume', { run: '2', project: problem }, /finished/);

  assert.deepEqual([...called].sort(), tools.map((tool) => tool.name).sort(), 'every tool was called');
}
