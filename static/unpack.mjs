// Fetches the program packed, and unpacks it while it arrives by a small module of its own (`web/unpack`).

/** The module at a path, unpacked by the one at the other. */
export async function fetchUnpacked(path, unpackerPath) {
  const [packed, unpacker] = await Promise.all([path, unpackerPath].map(found));
  try {
    const { instance } = await WebAssembly.instantiate(await unpacker.arrayBuffer());
    const { memory, room, take, finish, module } = instance.exports;
    const arriving = packed.body.getReader();
    let length = 0;
    for (let chunk = await arriving.read(); !chunk.done; chunk = await arriving.read()) {
      new Uint8Array(memory.buffer, room()).set(chunk.value, length);
      take((length += chunk.value.length));
    }
    const unpacked = new Uint8Array(memory.buffer, module(), finish(length));
    if (unpacked.length > 0) return unpacked;
  } catch {
    // What is damaged may lead anywhere, even out of memory.
  }
  throw new Error("The program did not arrive whole: load the page again.");
}

async function found(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: the host answers ${response.status}`);
  return response;
}
