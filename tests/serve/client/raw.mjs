// The server without a client library: messages that no library sends, and a client that goes away.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import readline from 'node:readline';
import { descendants, isAlive, until } from './processes.mjs';

const k_initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18' } };

function open(whet, project) {
  const server = spawn(whet, ['mcp', '--root', project], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  return {
    server,
    write: (message) => server.stdin.write((typeof message === 'string' ? message : JSON.stringify(message)) + '\n'),
    next: async () => JSON.parse((await lines.next()).value),
    ended: new Promise((resolve) => server.on('exit', (code, signal) => resolve({ code, signal }))),
  };
}

export async function malformedMessages(whet, project) {
  const { server, write, next, ended } = open(whet, project);
  const call = (params) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  write({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  assert.equal((await next()).error.code, -32600, 'nothing before initialize');
  write(k_initialize);
  assert.equal((await next()).result.protocolVersion, '2025-06-18');
  const cases = [
    ['{"jsonrpc":', -32700],
    ['\u0000\u0001', -32700],
    ['[1', -32700],
    ['"text"', -32600],
    ['[]', -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    [{ jsonrpc: '2.0', id: 1 }, -32600],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, -32600],
    [{ jsonrpc: '2.0', id: [], method: 'ping' }, -32600],
    ['x'.repeat(5 << 20), -32600],
    [{ jsonrpc: '2.0', id: 1, method: 'no/such/method' }, -32601],
    [{ jsonrpc: '2.0', id: 1, method: 'ping', params: 3 }, -32602],
    [call({ name: 'no_such_tool' }), -32602],
    [call({ name: 'check', arguments: 'problem' }), -32602],
    [call({}), -32602],
  ];
  for (const [message, code] of cases) {
    write(message);
    assert.equal((await next()).error?.code, code, JSON.stringify(message).slice(0, 60));
  }
  for (const args of [{}, { problem: 3 }, { problem: 'scale', qiuck: true }]) {
    write(call({ name: 'check', arguments: args }));
    const { result } = await next();
    assert.ok(result.isError && /fix: /.test(result.content[0].text), JSON.stringify(args));
  }
  write({ jsonrpc: '2.0', id: 9, method: 'ping' });
  assert.deepEqual(await next(), { jsonrpc: '2.0', id: 9, result: {} }, 'the server goes on');
  server.stdin.end();
  assert.deepEqual(await ended, { code: 0, signal: null });
}

const k_search = (device) => ({
  jsonrpc: '2.0', id: 1, method: 'tools/call',
  params: { name: 'optimize', arguments: { problem: 'scale', device, seconds: 300 }, _meta: { progressToken: 1 } },
});

// The end of its input, SIGTERM and even SIGKILL take a running search with them.
export async function endOfInput(whet, project, device) {
  const ends = {
    'end of input': (server) => server.stdin.end(),
    SIGTERM: (server) => server.kill('SIGTERM'),
    SIGKILL: (server) => server.kill('SIGKILL'),
  };
  for (const [name, end] of Object.entries(ends)) {
    const { server, write, next, ended } = open(whet, project);
    write(k_initialize);
    await next();
    write(k_search(device));
    assert.equal((await next()).method, 'notifications/progress');
    await until(() => descendants(server.pid).length > 1, 'the search runs');
    const below = descendants(server.pid);
    const begin = Date.now();
    end(server);
    await ended;
    assert.ok(Date.now() - begin < 5000, `${name} ends the server in time`);
    await until(() => !below.some(isAlive), `${name} ends what runs`);
  }
}
