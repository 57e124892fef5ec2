import type { contract, ParsedInput, PatientColumn } from '@dentin/contract'
import { fieldOf, placedIn } from '@dentin/contract/patient'
import { fileInWords } from '@dentin/contract/patient-fields/in-words'
import { ageOn, fenToYuan, formatDateTime, parseDate, today, uuidv7, type Fen } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'
import { sheetFile, type SheetColumn } from '../../platform/files/sheet.ts'
import type { ClinicContext, FileAnswer } from '../../platform/http/context.ts'
import type { Viewer } from './access.ts'
import { coveredRows } from './covering.ts'
import { chosen } from './filter.ts'
import { exportRows, listedIds, type ExportRow } from './queries.ts'

/** Read at a time, each time in a transaction of its own: nobody waits for whoever is slow to fetch the file. */
const PORTION = 500

type Column = SheetColumn<ExportRow>

const day = (birthDay: string | null) => birthDay && parseDate(birthDay)
const age = (birthDay: string | null, on: string) => (birthDay && birthDay <= on ? ageOn(birthDay, on).years : null)

/** The fields of a patient that go with a column of the list. */
const fieldColumns = (column: PatientColumn, on: string): Column[] =>
  placedIn('exported').flatMap((key) => {
    const { label, exported } = fieldOf(key)
    if (exported?.with !== column) return []
    const value: Column['value'] =
      key === 'birthDay'
        ? (row) => day(row.birthDay)
        : key === 'age'
          ? (row) => age(row.birthDay, on)
          : (row) => fileInWords(key, row)
    return [{ title: exported.title ?? label, width: exported.width, kind: exported.kind ?? 'text', value }]
  })

/** What stands in the file for a column of the list that is no field of a patient. */
function otherColumns(sees: { amounts: boolean }): Partial<Record<PatientColumn, Column[]>> {
  const money = (title: string, sumOf: (row: ExportRow) => Fen | null): Column[] => {
    const value = (row: ExportRow) => {
      const sum = sumOf(row)
      return sum === null ? null : fenToYuan(sum)
    }
    return sees.amounts ? [{ title, width: 14, kind: 'money', value }] : []
  }
  return {
    groups: [{ title: '分组', width: 20, kind: 'text', value: (row) => row.groups.map(({ name }) => name).join('、') }],
    lastVisit: [{ title: '最近就诊', width: 12, kind: 'day', value: (row) => row.lastVisitAt }],
    nextAppointment: [{ title: '下次预约', width: 18, kind: 'moment', value: (row) => row.nextAppointmentAt }],
    firstVisit: [{ title: '初诊日期', width: 12, kind: 'day', value: (row) => row.firstVisitAt }],
    visitCount: [{ title: '就诊次数', width: 10, kind: 'number', value: (row) => row.visitCount }],
    consume: money('累计消费', (row) => row.consumeTotal),
    created: [{ title: '建档时间', width: 18, kind: 'moment', value: (row) => row.createdAt }],
    createdName: [{ title: '建档人', width: 12, kind: 'text', value: (row) => row.createdName }],
    arrears: money('欠费', (row) => row.arrearsAmount),
  }
}

/** The conditions that narrow anything, as they came. */
export const conditionsOf = (filters: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([, value]) => value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  )

/**
 * The list as a file. Who stands in it is settled, and the export is in the log, before the first byte leaves: what was
 * sent may have been read even if the rest was not. One that breaks off is noted a second time, with the rows that went out.
 * @throws AppError PATIENT_EXPORT_EMPTY, EXPORT_TOO_MANY, EXPORT_TAKES_LONG
 */
export async function exportPatients(
  context: ClinicContext,
  { columns: wanted, ...choice }: ParsedInput<typeof contract.patient.export>,
  viewer: Viewer,
): Promise<FileAnswer> {
  const { tx, tenantId, clinicId, services } = context
  const others = otherColumns({ amounts: viewer.sees })
  const columns = [...new Set(wanted)].flatMap((key) => others[key] ?? fieldColumns(key, today(tx.now)))
  const ids =
    columns.length === 0 ? [] : await listedIds(tx, await chosen(tx, choice, viewer), context.making.mostRows + 1)
  if (ids.length === 0) throw new AppError('PATIENT_EXPORT_EMPTY')
  context.making.sized(ids.length)
  if (context.can('/field:idNumber'))
    columns.push({ title: fieldOf('idNo').label, width: 22, kind: 'text', value: (row) => row.idNo })

  const { sort, order, ...filters } = choice
  const exportId = uuidv7()
  await tx.note('export', 'patient_list', exportId, {
    after: {
      conditions: conditionsOf(filters),
      sort,
      order,
      columns: columns.map(({ title }) => title),
      rows: ids.length,
    },
  })

  const { actor } = tx
  const { database, log } = services
  async function* rows(): AsyncGenerator<ExportRow> {
    let sent = 0
    let ended = false
    try {
      for (let at = 0; at < ids.length; at += PORTION) {
        const portion = ids.slice(at, at + PORTION)
        const read = await database.withTenant(
          tenantId,
          'all',
          async (each) =>
            coveredRows(
              { ...context, tx: each },
              await exportRows(each, portion, viewer),
              ({ id }) => ({ patientId: id }),
              { within: viewer.reach },
            ),
          actor,
        )
        for (const row of read) {
          yield row
          sent += 1
        }
      }
      ended = true
    } finally {
      if (!ended && context.making.isWaitedFor)
        await database
          .withTenant(
            tenantId,
            clinicId,
            (each) => each.note('export-broken', 'patient_list', exportId, { after: { rows: sent } }),
            actor,
          )
          .catch((error: unknown) => log.warn({ err: error, exportId }, 'broken export not noted'))
    }
  }
  const stamp = formatDateTime(tx.now).replaceAll(/[-:]/g, '').replace(' ', '-').slice(0, 13)
  return sheetFile(`患者列表-${stamp}`, '患者', columns, rows())
}
