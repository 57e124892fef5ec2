/** The part of autocannon that the load runs use. */
declare module 'autocannon' {
  interface Request {
    method: string
    path: string
    body?: string | undefined
    headers: Record<string, string>
  }
  interface Options {
    url: string
    connections: number
    duration: number
    requests: { setupRequest: (request: Request) => Request }[]
    verifyBody?: (body: unknown) => boolean
  }
  interface Result {
    '2xx': number
    non2xx: number
    /** How often each status came. */
    statusCodeStats: Record<string, { count: number }>
    errors: number
    mismatches: number
    duration: number
    latency: { average: number; p50: number; p97_5: number; p99: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
