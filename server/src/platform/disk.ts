import { statfs } from 'node:fs/promises'

/** Room on the disk that holds a folder. */
export interface DiskRoom {
  freeBytes: number
  /** What is taken, from 0 to 1. */
  used: number
}

/** With less than this the database can't be sure to finish what it begins. */
const LEAST_BYTES = 64 * 1024 * 1024
/** From here on somebody has to be told, while there is still time. */
const WARN_FROM = 0.9

/** The room that is left where the folder lies, for whoever is not root. */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { freeBytes: bavail * bsize, used: blocks === 0 ? 0 : 1 - bavail / blocks }
}

/** Is there so little room that nothing more should be taken in? */
export const isDiskFull = (room: DiskRoom): boolean => room.freeBytes < LEAST_BYTES

/** Is it time to say that the disk is filling up? */
export const isDiskNearlyFull = (room: DiskRoom): boolean => room.used >= WARN_FROM

/** An amount of bytes as people say it: 512 MB, 3.4 GB. */
export function sizeWords(bytes: number): string {
  const mega = bytes / 1024 / 1024
  return mega >= 1024 ? `${(mega / 1024).toFixed(1)} GB` : `${Math.floor(mega)} MB`
}

/** Does the error say that there was no room to write? PostgreSQL has a code for it, the file system another. */
export function saysDiskFull(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    code === '53100' || code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device|ENOSPC/i.test(message ?? '')
  )
}
