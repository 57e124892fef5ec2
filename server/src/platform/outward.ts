import { lookup } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that are not the public internet: this machine, the house's own network, what belongs to nobody. */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Is this a numeric address of this machine or of a network that is not public? False for a name: only its lookup tells. */
export function isInsideAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  return family !== 0 && inside.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * May an address that somebody typed be called at all? Names are looked up when it is called.
 * @param host as a parsed address has it: numbers in whatever spelling are dotted by then
 */
export const mayBeOutside = (host: string): boolean => !isInsideAddress(host) && !/(^|\.)localhost\.?$/i.test(host)

/** A name that leads inside. */
class LeadsInside extends Error {}

/** Looks a name up as ever, and refuses it when any of its addresses is inside: asked at each connect, so that nobody changes it in between. */
const lookupOutside: LookupFunction = (host, options, answer) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error) answer(error, [])
    else if (!first || found.some(({ address }) => isInsideAddress(address))) answer(new LeadsInside(host), [])
    else if (options.all) answer(null, found)
    else answer(null, first.address, first.family)
  })
}

/** What is asked of another system. */
export interface Asked {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  /** Empty: none. */
  body: string
  timeoutMs: number
  /** How many bytes of an answer are read. */
  longest: number
  /** May the address be inside? Only where the house named it itself, never where somebody typed it. */
  mayBeInside: boolean
}
/** What it answered; an answer that leads elsewhere is not followed. */
export interface Answer {
  status: number
  text: string
  header: (name: string) => string
}

/**
 * Calls another system over HTTP.
 * @throws Error when its address is inside and must not be, it does not answer in time, or answers at too great length
 */
export function callOutward(address: string, asked: Asked): Promise<Answer> {
  const target = new URL(address)
  if (!asked.mayBeInside && !mayBeOutside(target.hostname)) return Promise.reject(new LeadsInside(target.hostname))
  const body = Buffer.from(asked.body)
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? overHttps : overHttp)(
      target,
      {
        method: asked.method,
        headers: body.length > 0 ? { ...asked.headers, 'content-length': body.length } : asked.headers,
        signal: AbortSignal.timeout(asked.timeoutMs),
        // A connection that is kept would be used again without a lookup.
        agent: false,
        ...(!asked.mayBeInside && { lookup: lookupOutside }),
      },
      (response) => {
        const parts: Buffer[] = []
        let length = 0
        response.on('data', (part: Buffer) => {
          length += part.length
          if (length > asked.longest) response.destroy(new Error('longer than an answer may be'))
          else parts.push(part)
        })
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString('utf8'),
            header: (name) => String(response.headers[name] ?? ''),
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
