import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { GatheringSocket } from './socket.ts'

/** Counts the pieces that go out. */
class CountedSocket extends GatheringSocket {
  readonly pieces: string[] = []

  override _write(chunk: Uint8Array, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.pieces.push(Buffer.from(chunk).toString())
    super._write(chunk, encoding, done)
  }
}

test('statements that are sent in one turn go out in one piece, those of the next turn in another', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dentin-line-'))
  const server = createServer((line) => line.pipe(line)).listen(path.join(folder, 'line'))
  const socket = new CountedSocket()
  try {
    await once(server, 'listening')
    socket.connect(path.join(folder, 'line'))
    await once(socket, 'connect')
    const send = async (text: string) => {
      await Promise.resolve()
      socket.cork()
      for (const letter of text) socket.write(Buffer.from(letter))
      socket.uncork()
    }
    await Promise.all([send('ab'), send('cd'), send('ef')])
    await once(socket, 'data')
    socket.write('gh')
    await once(socket, 'data')
    expect(socket.pieces.map((piece) => [...piece].toSorted().join(''))).toEqual(['abcdef', 'gh'])
  } finally {
    socket.destroy()
    server.close()
    rmSync(folder, { recursive: true })
  }
})
