// Fetches the program packed and unpacks it while it arrives, by a small module of its own (`web/unpack`).

/** The module at this path, unpacked by the one at the other. */
export async function fetchUnpacked(path, unpackerPath) {
  const [packed, unpacker] = await Promise.all([path, unpackerPath].map(found));
  const { instance } = await WebAssembly.instantiate(await unpacker.arrayBuffer());
  const { take, finish } = unpacking(instance.exports);
  const reader = packed.body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) take(chunk.value);
  return finish();
}

async function found(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: the host answers ${response.status}`);
  return response;
}

/** Takes what is packed in chunks of any size, and finishes with what it unpacks to. */
export function unpacking({ memory, packed, take, finish, module }) {
  let length = 0;
  return {
    take: (chunk) =>
      orDamaged(() => {
        new Uint8Array(memory.buffer, packed()).set(chunk, length);
        length += chunk.length;
        take(length);
      }),
    finish: () =>
      orDamaged(() => {
        const unpacked = new Uint8Array(memory.buffer, module(), finish(length));
        if (unpacked.length === 0) throw new RangeError();
        return unpacked;
      }),
  };
}

/** What is damaged leads anywhere: out of memory, or to another module than was packed. */
function orDamaged(step) {
  try {
    return step();
  } catch {
    throw new Error("The program did not arrive whole: load the page again.");
  }
}
