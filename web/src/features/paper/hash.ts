/** SHA-256 of a file as 64 hex digits, worked out on this device. @throws where the page was not opened by https */
export async function hexOfHash(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether two hashes are one, however they are written. */
export const sameHash = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
