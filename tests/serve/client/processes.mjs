// Processes as /proc shows them.
import assert from 'node:assert/strict';
import fs from 'node:fs';

const status = (pid) => {
  try {
    return fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return ''; // it has ended
  }
};
const field = (text, name) => Number(text.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? 0);

// All processes below one, zombies left out.
export function descendants(pid) {
  const children = new Map();
  for (const entry of fs.readdirSync('/proc')) {
    const text = /^\d+$/.test(entry) ? status(entry) : '';
    if (!text || /^State:\s+Z/m.test(text)) continue;
    const parent = field(text, 'PPid');
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const below = (one) => (children.get(one) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

export const isAlive = (pid) => status(pid) !== '' && !/^State:\s+Z/m.test(status(pid));

export function memoryOf(pid) {
  return { kib: field(status(pid), 'VmRSS'), descriptors: fs.readdirSync(`/proc/${pid}/fd`).length };
}

export async function until(condition, what, seconds = 10) {
  for (const end = Date.now() + seconds * 1000; !condition(); ) {
    assert.ok(Date.now() < end, `not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
