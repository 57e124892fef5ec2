import { createHash, randomBytes } from 'node:crypto'

/** A new session token: 32 random bytes, URL-safe. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 as 64 hex digits. Tokens are random, so a fast hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token of an Authorization header, with or without "Bearer ". */
export function tokenOf(header: string | undefined): string | null {
  if (!header || header.length > 300) return null
  const token = header.startsWith('Bearer ') ? header.slice(7) : header
  return /^[A-Za-z0-9_-]{20,128}$/.test(token) ? token : null
}
