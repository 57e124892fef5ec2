import { genderNames, type contract, type ParsedInput, type PatientColumn } from '@dentin/contract'
import { ageOn, formatDateTime, parseDate, today, uuidv7 } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'
import { sheetFile, type SheetColumn } from '../../platform/files/sheet.ts'
import type { ClinicContext, FileAnswer } from '../../platform/http/context.ts'
import type { Viewer } from './access.ts'
import { coveredRows } from './covering.ts'
import { chosen } from './filter.ts'
import { exportRows, listedIds, type ExportRow } from './queries.ts'

/** A longer list asks to be narrowed. Measurements of the stream alone raise it, in their own process. */
export const exportLimit = { rows: 50_000 }
/** Read at a time, each time in a transaction of its own: nobody waits for whoever is slow to fetch the file. */
const PORTION = 500

type Column = SheetColumn<ExportRow>

/** What stands in the file for each column of the list. */
function columnsOf(on: string, sees: { amounts: boolean }): Record<PatientColumn, Column[]> {
  const text = (title: string, width: number, value: Column['value']): Column => ({ title, width, kind: 'text', value })
  const money = (title: string, value: Column['value']): Column[] =>
    sees.amounts ? [{ title, width: 14, kind: 'money', value }] : []
  return {
    name: [
      text('姓名', 14, (row) => row.name),
      text('性别', 6, (row) => genderNames[row.gender] ?? ''),
      {
        title: '年龄',
        width: 6,
        kind: 'number',
        value: ({ birthDay }) => (birthDay && birthDay <= on ? ageOn(birthDay, on).years : null),
      },
      { title: '出生日期', width: 12, kind: 'day', value: ({ birthDay }) => birthDay && parseDate(birthDay) },
    ],
    medicalNumber: [text('病历号', 14, (row) => row.medicalNumber)],
    mobile: [text('手机号', 15, (row) => row.mobile)],
    groups: [text('分组', 20, (row) => row.groups.map((group) => group.name).join('、'))],
    respDoctor: [text('责任医生', 12, (row) => row.respDoctorName)],
    consultant: [text('咨询师', 12, (row) => row.consultantName)],
    respNurse: [text('责任护士', 12, (row) => row.respNurseName)],
    customerService: [text('客服', 12, (row) => row.customerServiceName)],
    lastVisit: [{ title: '最近就诊', width: 12, kind: 'day', value: (row) => row.lastVisitAt }],
    nextAppointment: [{ title: '下次预约', width: 18, kind: 'moment', value: (row) => row.nextAppointmentAt }],
    source: [text('来源', 14, (row) => row.sourceName)],
    firstVisit: [{ title: '初诊日期', width: 12, kind: 'day', value: (row) => row.firstVisitAt }],
    visitCount: [{ title: '就诊次数', width: 10, kind: 'number', value: (row) => row.visitCount }],
    consume: money('累计消费', (row) => row.consume),
    created: [{ title: '建档时间', width: 18, kind: 'moment', value: (row) => row.createdAt }],
    createdName: [text('建档人', 12, (row) => row.createdName)],
    tags: [text('标签', 20, (row) => row.tags.join('、'))],
    arrears: money('欠费', (row) => row.arrears),
  }
}

/** The conditions that narrow anything, as they came. */
const conditionsOf = (filters: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([, value]) => value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  )

/**
 * The list as a file. Who stands in it is settled, and the export is in the log, before the first byte leaves: what was
 * sent may have been read even if the rest was not. One that breaks off is noted a second time, with the rows that went out.
 * @throws AppError PATIENT_EXPORT_EMPTY, PATIENT_EXPORT_TOO_MANY
 */
export async function exportPatients(
  context: ClinicContext,
  { columns: wanted, ...choice }: ParsedInput<typeof contract.patient.export>,
  viewer: Viewer,
): Promise<FileAnswer> {
  const { tx, tenantId, clinicId, services } = context
  const offered = columnsOf(today(tx.now), { amounts: viewer.sees })
  const columns = [...new Set(wanted)].flatMap((key) => offered[key])
  const ids = columns.length === 0 ? [] : await listedIds(tx, await chosen(tx, choice, viewer), exportLimit.rows + 1)
  if (ids.length === 0) throw new AppError('PATIENT_EXPORT_EMPTY')
  if (ids.length > exportLimit.rows) throw new AppError('PATIENT_EXPORT_TOO_MANY')
  if (context.can('/field:idNumber'))
    columns.push({ title: '证件号', width: 22, kind: 'text', value: (row) => row.idNo })

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
      if (!ended)
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
