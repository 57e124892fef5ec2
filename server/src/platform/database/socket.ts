import { Socket } from 'node:net'

type Done = (error?: Error | null) => void

/**
 * The line to the database. What is sent in one turn of the program, the messages of a statement or several statements,
 * goes out in one piece: each piece costs the server as much as a good part of a small answer.
 */
export class GatheringSocket extends Socket {
  #gathers = false

  override write(piece: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (!this.#gathers && !this.connecting) {
      this.#gathers = true
      this.cork()
      process.nextTick(() => {
        this.#gathers = false
        this.uncork()
      })
    }
    return typeof encoding === 'function' ? super.write(piece, encoding) : super.write(piece, encoding, done)
  }

  override _writev(pieces: { chunk: Uint8Array | string; encoding: BufferEncoding }[], done: Done): void {
    const bytes = pieces.map(({ chunk, encoding }) =>
      typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk,
    )
    this._write(Buffer.concat(bytes), 'buffer' as BufferEncoding, done)
  }
}
