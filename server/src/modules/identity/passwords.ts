import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/errors.ts'

/** argon2id with 19 MiB, two passes, one lane (OWASP's second recommendation). `2` is Argon2id. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** How many hashes run at once. More would only take the cores away from everybody else; the rest wait their turn. */
const AT_ONCE = 2
/** So many may wait; beyond that the server says that it is busy instead of growing the queue. */
const MAY_WAIT = 200

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAY_WAIT) throw new AppError('BUSY')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** The stored form of a password. Runs on the thread pool, never on the event loop. @throws AppError BUSY */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/** The hash of a password nobody has, made when the first missing account is asked for. */
let nobody: Promise<string> | null = null

/**
 * Is this the password? With null (no such account) the same work is done and the answer is no, so that a missing account
 * takes as long as a present one. @throws AppError BUSY
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  // Past the queue: a refusal of it would be remembered for good.
  nobody ??= hash(crypto.randomUUID(), COST)
  const against = stored ?? (await nobody)
  const fits = await inTurn(() => verify(against, password))
  return stored !== null && fits
}
