/** Measures the papers of a patient as one PDF: `node scripts/run.mjs bench/papers.ts [records]`. */
import { request } from 'node:http'
import { writeFileSync } from 'node:fs'
import { startDemoCluster, startStack } from '../e2e/stack.ts'

const RECORDS = Number(process.argv[2] ?? 100)
const CLINIC = '望湖路门诊'
const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
const say = (line: string) => process.stdout.write(`${line}\n`)

const cluster = await startDemoCluster()
const stack = await startStack(cluster)
const { rows } = await stack.owner.query<{ id: string; patientId: string }>(
  `select r.id, r.patient_id as "patientId" from medical_record r join clinic c on c.tenant_id = r.tenant_id and c.id = r.clinic_id
   where c.name = $1 and r.status = 2 order by length(r.content::text) desc limit 1`,
  [CLINIC],
)
const [{ id, patientId } = { id: '', patientId: '' }] = rows
const columns = await stack.owner.query<{ list: string }>(
  `select string_agg(quote_ident(attname), ', ') as list from pg_attribute where attrelid = 'medical_record'::regclass
     and attnum > 0 and not attisdropped and attname <> all($1)`,
  [['id', 'record_no', 'treatment_id', 'registration_id', 'visit_time']],
)
const list = columns.rows[0]?.list ?? ''
await stack.owner.query(
  `insert into medical_record (id, record_no, treatment_id, registration_id, visit_time, ${list})
   select gen_random_uuid(), 'BLM-' || n, null, null, visit_time - n * interval '1 day', ${list}
   from medical_record, generate_series(1, $2::int) n where id = $1`,
  [id, RECORDS],
)
const { token, clinicId } = await stack.session('guqingyan', CLINIC)
const ask = (kinds: string[], from?: string) =>
  new Promise<{ first: number; whole: number; bytes: number; peak: number; pdf: Buffer }>((done, failed) => {
    const started = performance.now()
    const idle = process.memoryUsage().rss
    let [first, bytes, peak] = [0, 0, 0]
    const parts: Buffer[] = []
    const beat = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss - idle)), 50)
    const call = request(
      `${stack.origin}/emr-api/paper/all`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-clinic-id': clinicId },
      },
      (answer) => {
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          // The first bytes are only the mark of a PDF: a paper has begun to come with the next.
          if (bytes > 1000) first ||= performance.now() - started
          if (process.env.PAPERS_TO) parts.push(part)
        })
        answer.on('end', () => {
          clearInterval(beat)
          done({ first, whole: performance.now() - started, bytes, peak, pdf: Buffer.concat(parts) })
        })
        answer.on('error', failed)
      },
    )
    call.end(JSON.stringify({ patientId, kinds, ...(from ? { from } : {}) }))
  })
await ask(['record'], '2026-11-01')
const { first, whole, bytes, peak, pdf } = await ask(['record'])
say(
  `${RECORDS} 份病历：第一份 ${first.toFixed(0)} ms，全部 ${(whole / 1000).toFixed(1)} s，${mb(bytes)}，内存增长 ${mb(peak)}（服务端与排版线程）`,
)
if (process.env.PAPERS_TO) writeFileSync(process.env.PAPERS_TO, pdf)
await stack.stop()
await cluster.stop()
process.exit(0)
