import type { FastifyReply } from 'fastify'
import type { ServerResponse } from 'node:http'

/** Turns an answer into a stream of server-sent events; whoever asked for it writes and ends it. */
export function beginEvents(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const out = reply.raw
  out.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  return out
}
