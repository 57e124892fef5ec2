import type { FastifyRequest } from 'fastify'
import { isLoopback, type Config } from '../config.ts'

/** Does the request come from the machine itself? One that a proxy handed on without our believing it does not. */
export function isFromThisMachine(request: FastifyRequest, config: Pick<Config, 'TRUST_PROXY'>): boolean {
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  return isLoopback(request.ip) && (!forwarded || config.TRUST_PROXY)
}
