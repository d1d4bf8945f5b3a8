// Unpacks the program, which so weighs a quarter less than hosts could make it.
//
// What is packed is a WebAssembly module taken apart: like stands beside like, all opcodes, all numbers of locals, all
// offsets (`xtask/take-apart.mjs`). That is LZMA, always with the same parameters (`xtask/src/pack.rs`).

/** Fetches a packed module and unpacks it, while it arrives. */
export async function fetchUnpacked(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: the host answers ${response.status}`);
  const { take, finish } = decoder();
  const packed = response.body.getReader();
  for (let chunk = await packed.read(); !chunk.done; chunk = await packed.read()) take(chunk.value);
  return joined(finish());
}

function damaged() {
  return new Error("The program did not arrive whole: load the page again.");
}

// --- Modules. Names and numbers are those of the WebAssembly specification.

/** What a module is taken apart into: bytes of a kind stand in a part of their own. */
export const [BEFORE, AFTER, DECLARATION, OPCODE, GET, SET, LOAD, STORE, FUNCTION, LABEL, BLOCK, I64, OTHER, I32] = Array(99).keys();
/** Constants of 32 bits are of a kind with those that the same opcode follows. */
export const PART_COUNT = I32 + 256;

/** The section of the functions. */
export const CODE_SECTION = 10;

/** The kind of the number after an opcode, from this opcode on: none has that of what stands before all code. */
const NONE = BEFORE;
const NUMBER_FROM = [
  [0x00, NONE],
  [0x02, BLOCK],
  [0x05, NONE],
  [0x0c, LABEL],
  [0x0e, NONE],
  [0x10, FUNCTION],
  [0x11, OTHER],
  [0x12, NONE],
  [0x20, GET],
  [0x21, SET],
  [0x23, OTHER],
  [0x28, LOAD],
  [0x36, STORE],
  [0x3f, OTHER],
  [0x41, NONE],
  [0x42, I64],
  [0x43, NONE],
  [0xd0, OTHER],
  [0xd1, NONE],
  [0xd2, OTHER],
  [0xd3, NONE],
];
const NUMBER = Uint8Array.from({ length: 256 }, (_, opcode) => NUMBER_FROM.findLast(([from]) => from <= opcode)[1]);

/** How many numbers follow the second byte of an instruction that has two. */
const BULK_NUMBER_COUNTS = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** From the first load to the last store: the logarithms of the sizes of what they move. */
const FIRST_ACCESS = 0x28;
const LAST_ACCESS = 0x3e;
const NATURAL_ALIGNMENTS = Uint8Array.from("23230011001122232301012");

/** Bytes, and the place at which the next is read or written. */
export class Tape {
  position = 0;

  constructor(bytes) {
    this.bytes = bytes;
  }

  next() {
    return this.bytes[this.position];
  }

  /** Moves a byte to another tape, and returns it. */
  byte(target) {
    const byte = this.bytes[this.position++];
    target.bytes[target.position++] = byte;
    return byte;
  }

  /** Moves a number, which has seven bits a byte, the lowest first. */
  number(target) {
    let [number, shift, byte] = [0, 0, 0];
    do {
      byte = this.byte(target);
      number |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte & 0x80);
    return number;
  }

  put(bytes) {
    this.bytes.set(bytes, this.position);
    this.position += bytes.length;
  }

  putNumber(number) {
    for (; number >= 0x80; number >>>= 7) this.bytes[this.position++] = 0x80 | (number & 0x7f);
    this.bytes[this.position++] = number;
  }

  /** What has been written. */
  written() {
    return this.bytes.subarray(0, this.position);
  }
}

/**
 * Moves a function, from tape to tape: `byte` and `number` move what is of a kind, `constant` one of 32 bits. `align`
 * moves how an access to memory is aligned: a mere hint, and so always what is natural for the type.
 */
export function moveFunction({ byte, number, constant, align }) {
  for (let count = number(DECLARATION); count > 0; count--) {
    number(DECLARATION);
    byte(DECLARATION);
  }
  for (let depth = 1; depth > 0; ) {
    const opcode = byte(OPCODE);
    if (opcode >= FIRST_ACCESS && opcode <= LAST_ACCESS) align(NATURAL_ALIGNMENTS[opcode - FIRST_ACCESS]);
    if (NUMBER[opcode] !== NONE) number(NUMBER[opcode]);
    switch (opcode) {
      case 0x02: // block
      case 0x03: // loop
      case 0x04: // if
        depth++;
        break;
      case 0x0b: // end
        depth--;
        break;
      case 0x0e: // br_table
        for (let count = number(LABEL); count >= 0; count--) number(LABEL);
        break;
      case 0x11: // call_indirect, which has a second one
        number(OTHER);
        break;
      case 0x41: // i32.const
        constant();
        break;
      case 0x43: // f32.const
        for (let count = 4; count > 0; count--) byte(OTHER);
        break;
      case 0x44: // f64.const
        for (let count = 8; count > 0; count--) byte(OTHER);
        break;
      case 0xfc: // saturating conversion, bulk memory, tables
        for (let count = BULK_NUMBER_COUNTS[byte(OPCODE)]; count > 0; count--) number(OTHER);
        break;
    }
  }
}

/** A module of its parts, before which their lengths stand. */
export function joined(bytes) {
  const lengths = new DataView(bytes.buffer, bytes.byteOffset);
  let start = 4 * PART_COUNT;
  const part = (_, kind) => new Tape(bytes.subarray(start, (start += lengths.getUint32(4 * kind, true))));
  const parts = Array.from({ length: PART_COUNT }, part);
  // Hints and lengths of functions come to what is packed: less than another byte for each.
  const tape = () => new Tape(new Uint8Array(2 * bytes.length));
  const [module, code, body] = [tape(), tape(), tape()];
  const move = {
    byte: (kind) => parts[kind].byte(body),
    number: (kind) => parts[kind].number(body),
    constant: () => parts[I32 + parts[OPCODE].next()].number(body),
    align: (natural) => body.putNumber(natural),
  };
  for (let count = parts[DECLARATION].number(code); count > 0; count--) {
    body.position = 0;
    moveFunction(move);
    code.putNumber(body.position);
    code.put(body.written());
  }
  module.put(parts[BEFORE].bytes);
  module.putNumber(CODE_SECTION);
  module.putNumber(code.position);
  module.put(code.written());
  module.put(parts[AFTER].bytes);
  return module.written();
}

// --- LZMA. Names and numbers are those of its specification.

/** A literal's chances depend on so many bits of the byte before it, and nothing depends on positions. */
const CONTEXT_BITS = 2;

/** Parameters, size of the dictionary, size of what is packed. */
const HEADER_BYTES = 13;

/** No symbol takes more bytes than this, so one can be read to its end if so many are there. */
const SYMBOL_BYTES_MAX = 20;

/** How the last symbols were read: below this, the last was a literal. */
const STATES_AFTER_LITERAL = 7;
const STATE_COUNT = 12;

/** Chances that a decision is 0, in 2048ths: they begin even, and move by a 32nd of what they are off. */
const CHANCE_BITS = 11;
const CERTAIN = 1 << CHANCE_BITS;
const EVEN = CERTAIN / 2;
const ADAPTATION_BITS = 5;

/** A byte more is read whenever the range has become this small. */
const RANGE_MIN = 1 << 24;

// Where the chances of each decision begin.
const IS_MATCH = 0;
const IS_REPEATED = IS_MATCH + STATE_COUNT;
const IS_OLDER = IS_REPEATED + STATE_COUNT;
const IS_THIRD_OR_FOURTH = IS_OLDER + STATE_COUNT;
const IS_FOURTH = IS_THIRD_OR_FOURTH + STATE_COUNT;
const IS_LONG = IS_FOURTH + STATE_COUNT;
const MATCH_LENGTH = IS_LONG + STATE_COUNT;
const LENGTH_SIZE = 2 + 8 + 8 + 256;
const REPEATED_LENGTH = MATCH_LENGTH + LENGTH_SIZE;
const DISTANCE_SLOT = REPEATED_LENGTH + LENGTH_SIZE;
const DISTANCE_MIDDLE = DISTANCE_SLOT + 4 * 64;
const DISTANCE_LOW = DISTANCE_MIDDLE + 128;
const LITERAL = DISTANCE_LOW + 16;
const CHANCE_COUNT = LITERAL + (0x300 << CONTEXT_BITS);

/** Takes packed bytes in chunks of any size, and finishes with what they unpack to. */
export function decoder() {
  const chances = new Uint16Array(CHANCE_COUNT).fill(EVEN);
  let [input, position] = [new Uint8Array(), 0];
  let [output, length] = [undefined, 0];
  // Range and code, 32 bits each. In an array, because a variable would hold them as floats.
  const coder = new Uint32Array([0xffffffff, 0]);
  let state = 0;
  const distances = [1, 1, 1, 1];

  /** Reads a decision. */
  function bit(place) {
    const chance = chances[place];
    // A product of integers: `*` would be one of floats.
    const bound = Math.imul(coder[0] >>> CHANCE_BITS, chance) >>> 0;
    const outcome = coder[1] < bound ? 0 : 1;
    if (outcome === 0) {
      coder[0] = bound;
      chances[place] = chance + ((CERTAIN - chance) >> ADAPTATION_BITS);
    } else {
      coder[0] -= bound;
      coder[1] -= bound;
      chances[place] = chance - (chance >> ADAPTATION_BITS);
    }
    normalize();
    return outcome;
  }

  function normalize() {
    if (coder[0] >= RANGE_MIN) return;
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | input[position++];
  }

  /** Reads a number of so many bits, the highest first, each with the chance that those before it lead to. */
  function tree(place, count) {
    let node = 1;
    for (let read = 0; read < count; read++) node = 2 * node + bit(place + node);
    return node - (1 << count);
  }

  /** The same, the lowest bit first. */
  function reverseTree(place, count) {
    let [node, number] = [1, 0];
    for (let read = 0; read < count; read++) {
      const next = bit(place + node);
      node = 2 * node + next;
      number |= next << read;
    }
    return number;
  }

  /** Reads a number of bits that are all as likely as not. */
  function even(count) {
    let number = 0;
    for (let read = 0; read < count; read++) {
      coder[0] >>>= 1;
      const next = coder[1] < coder[0] ? 0 : 1;
      coder[1] -= next * coder[0];
      number = 2 * number + next;
      normalize();
    }
    return number;
  }

  function literal() {
    const before = length > 0 ? output[length - 1] : 0;
    const place = LITERAL + 0x300 * (before >> (8 - CONTEXT_BITS));
    let node = 1;
    if (state >= STATES_AFTER_LITERAL) {
      // A match ended here because its next byte differs: that byte says what this one is likely to be.
      let expected = output[length - distances[0]];
      while (node < 0x100) {
        const expectedBit = (expected >> 7) & 1;
        expected <<= 1;
        const next = bit(place + ((1 + expectedBit) << 8) + node);
        node = 2 * node + next;
        if (next !== expectedBit) break;
      }
    }
    while (node < 0x100) node = 2 * node + bit(place + node);
    output[length++] = node;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  function matchLength(place) {
    if (!bit(place)) return 2 + tree(place + 2, 3);
    if (!bit(place + 1)) return 10 + tree(place + 10, 3);
    return 18 + tree(place + 18, 8);
  }

  function matchDistance(count) {
    const slot = tree(DISTANCE_SLOT + 64 * Math.min(count - 2, 3), 6);
    if (slot < 4) return 1 + slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return 1 + base + reverseTree(DISTANCE_MIDDLE + base - slot, bits);
    return 1 + base + 16 * even(bits - 4) + reverseTree(DISTANCE_LOW, 4);
  }

  /** Puts a distance before the others; the one at this place is gone. */
  function renew(place, distance) {
    distances.copyWithin(1, 0, place);
    distances[0] = distance;
  }

  /** Copies what has been there before: the way back is read, or one of the last four. */
  function match() {
    const isAfterLiteral = state < STATES_AFTER_LITERAL;
    let count;
    if (!bit(IS_REPEATED + state)) {
      count = matchLength(MATCH_LENGTH);
      renew(3, matchDistance(count));
      state = isAfterLiteral ? 7 : 10;
    } else {
      let age = 0;
      if (bit(IS_OLDER + state)) age = bit(IS_THIRD_OR_FOURTH + state) ? 2 + bit(IS_FOURTH + state) : 1;
      if (age === 0 && !bit(IS_LONG + state)) {
        count = 1;
        state = isAfterLiteral ? 9 : 11;
      } else {
        renew(age, distances[age]);
        count = matchLength(REPEATED_LENGTH);
        state = isAfterLiteral ? 8 : 11;
      }
    }
    if (distances[0] > length || count > output.length - length) throw damaged();
    for (const end = length + count; length < end; length++) output[length] = output[length - distances[0]];
  }

  function begin() {
    const header = new DataView(input.buffer, input.byteOffset);
    if (header.getUint8(0) !== CONTEXT_BITS || header.getUint8(HEADER_BYTES) !== 0) throw damaged();
    output = new Uint8Array(header.getUint32(5, true));
    coder[1] = header.getUint32(HEADER_BYTES + 1);
    position = HEADER_BYTES + 5;
  }

  /** Reads while at least so many bytes are there. */
  function advance(reserve) {
    if (output === undefined && input.length >= HEADER_BYTES + 5) begin();
    while (length < output?.length && input.length - position >= reserve) {
      if (bit(IS_MATCH + state)) match();
      else literal();
    }
  }

  return {
    take(chunk) {
      const rest = input.subarray(position);
      input = new Uint8Array(rest.length + chunk.length);
      input.set(rest);
      input.set(chunk, rest.length);
      position = 0;
      advance(SYMBOL_BYTES_MAX);
    },
    finish() {
      advance(0);
      // At the end of what is whole the decoder arrives at zero with nothing left to read.
      if (length !== output?.length || coder[1] !== 0 || position !== input.length) throw damaged();
      return output;
    },
  };
}
