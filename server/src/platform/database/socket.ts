import { Socket } from 'node:net'

type Done = (error?: Error | null) => void

/**
 * The line to the database. What is sent in one turn of the program, the messages of a statement or several statements,
 * goes out in one piece: each piece costs the server as much as a good part of a small answer.
 */
export class GatheringSocket extends Socket {
  #gathers = false

  constructor() {
    super()
    // A method of the class would not do: `connect` puts the socket's own `write` in its place.
    this.once('connect', () => {
      this.write = (piece: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done) => {
        this.#gather()
        return typeof encoding === 'function' ? super.write(piece, encoding) : super.write(piece, encoding, done)
      }
    })
  }

  /** Holds back what is sent until this turn of the program ends. */
  #gather(): void {
    if (this.#gathers) return
    this.#gathers = true
    this.cork()
    process.nextTick(() => {
      this.#gathers = false
      this.uncork()
    })
  }

  override _writev(pieces: { chunk: Uint8Array | string; encoding: BufferEncoding }[], done: Done): void {
    const bytes = pieces.map(({ chunk, encoding }) =>
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk,
    )
    this._write(Buffer.concat(bytes), 'buffer' as BufferEncoding, done)
  }
}
