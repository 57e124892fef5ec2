import { recordStates } from '@dentin/contract/core/status'
import { formatDate, formatDateTime } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, perhaps, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { forEachTenant } from '../../platform/jobs/maintenance.ts'
import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { notify } from '../messaging/index.ts'
import { holdersOf } from '../staff/index.ts'
import { fileRecords } from './archive.ts'
import { visitsToWrite } from './queries.ts'
import { refoldCompany } from './refold.ts'

const HOUR_MS = 3_600_000
/** The doctor hears of an unwritten record after so long, the head of the clinic after the other. */
const [DOCTOR_AFTER, HEAD_AFTER] = [24 * HOUR_MS, 48 * HOUR_MS]
/** What is older stands in the list; nobody is told anew. */
const [DAYS_BACK, AT_MOST] = [14, 2000]

/** Reminds of records that nobody has written. A second run tells nobody twice. */
export function defineRecordJobs({ jobs, database }: Services): void {
  jobs.define('record.remind', async (_data, { signal, log }) => {
    for (const tenantId of await database.withPlatform(companies)) {
      if (signal.aborted) return
      const count = await database.withTenant(tenantId, 'all', remindOfUnwritten)
      if (count > 0) log.info({ tenantId, count }, 'unwritten records')
    }
  })
  jobs.schedule('record.remind', '10 8,13 * * *')
  jobs.define('record.archive', async (_data, { signal, log }) => {
    for (const tenantId of await database.withPlatform(companies)) {
      if (signal.aborted) return
      const count = await database.withTenant(tenantId, 'all', fileRecords)
      if (count > 0) log.info({ tenantId, count }, 'records filed')
    }
  })
  jobs.schedule('record.archive', '20 3 * * *')
  jobs.define(
    'record.refold',
    async (_data, { signal, log }) => {
      const counts = await forEachTenant(database, signal, (tenantId) => refoldCompany(database, tenantId, signal))
      if ((counts.refolded ?? 0) > 0) log.info(counts, 'mouths folded anew')
    },
    { atStart: true, expireSeconds: 2 * 3600 },
  )
}

const unwritten = select(
  columns('treatment', 't', 'clinic_id', 'doctor_id', 'start_time'),
  named('treatment', 't', { treatmentId: 'id' }),
  perhaps(named('medical_record', 'r', { recordId: 'id' })),
  named('patient', 'p', { patientName: 'name' }),
  named('employee', 'd', { doctorName: 'name' }),
)

/** Tells doctors and heads of clinics what is late, each visit once. @returns how many visits are late */
export async function remindOfUnwritten(tx: TenantTx): Promise<number> {
  const from = new Date(tx.now.getTime() - DAYS_BACK * 24 * HOUR_MS)
  const until = new Date(tx.now.getTime() - DOCTOR_AFTER)
  const late = await tx.rows(
    unwritten.from`${visitsToWrite(tx)} and (r.id is null or r.status in ${codes(recordStates, 'open')})
      and t.start_time >= ${from} and t.start_time <= ${until} order by t.start_time limit ${sql.lit(AT_MOST)}`,
  )
  const heads = new Map<string, string[]>()
  for (const { clinicId, doctorId, treatmentId, recordId, startTime, patientName, doctorName } of late) {
    const visit = `${patientName} ${formatDateTime(startTime).slice(5, 16)} 的就诊`
    const link = recordId === null ? '/patientMedicalRecord' : `/patientMedicalRecord?id=${recordId}`
    await notify(tx, {
      clinicId,
      employeeIds: [doctorId],
      category: 'reception',
      title: '病历还没有写完',
      body: `${visit}已超过 24 小时，病历还没有签名。`,
      link,
      key: `unwritten:${treatmentId}`,
    })
    if (tx.now.getTime() - startTime.getTime() < HEAD_AFTER) continue
    const known = heads.get(clinicId) ?? (await holdersOf(tx, clinicId, ['director']))
    heads.set(clinicId, known)
    await notify(tx, {
      clinicId,
      employeeIds: known.filter((id) => id !== doctorId),
      category: 'reception',
      title: `${doctorName}有病历超过 48 小时未写`,
      body: `${visit}，到 ${formatDate(tx.now)} 病历还没有签名。`,
      link: '/patientMedicalRecord?whose=clinic',
      key: `unwritten-head:${treatmentId}`,
    })
  }
  return late.length
}
