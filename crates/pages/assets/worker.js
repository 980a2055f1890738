// Thinks beside the page, with the same module: the moves of bots, hints, best turns. A search blocks this worker and nothing else;
// whoever wants no answer any more ends the worker.
'use strict';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let ready = null;

const load = async address => {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address), { page: { now: () => performance.now() } });
  return instance.exports;
};

const write = ({ alloc, memory }, bytes) => {
  const at = alloc(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
};

const think = (module, question) => {
  const place = BigInt.asUintN(64, module.think(...write(module, encoder.encode(question))));
  const [start, length] = [Number(place >> 32n), Number(place & 0xffffffffn)];
  const answer = decoder.decode(new Uint8Array(module.memory.buffer, start, length));
  module.free(start, length);
  return answer ? JSON.parse(answer) : null;
};

// Learned weights are loaded when a search needs them; their addresses never change what they name.
const answer = async (module, question) => {
  const found = think(module, question);
  if (!found?.needs) return found;
  const response = await fetch(found.needs);
  if (!response.ok) return null;
  module.learn(...write(module, new Uint8Array(await response.arrayBuffer())));
  const again = think(module, question);
  return again?.needs ? null : again;
};

onmessage = async ({ data: { module, number, question } }) => {
  try {
    ready ??= load(module);
    postMessage({ number, found: await answer(await ready, JSON.stringify(question)) });
  } catch (error) {
    postMessage({ number, failure: String(error) });
  }
};
