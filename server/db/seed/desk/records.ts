import { contract } from '@dentin/contract'
import { qualityRuleIds } from '@dentin/contract/core/quality-rules'
import { addDays, addMonths, formatDate, uuidv7, type LocalDate } from '@dentin/kit'
import type { DeskClinic, Person } from './clinics.ts'
import type { Desk } from './desk.ts'

/** A patient of a doctor for whom a bridge may be written: grown, seen lately, nothing charted in that corner of the mouth. */
const WHO = `
  select p.id, d.id as doctor, d.account_id as account, d.name from patient p
  join registration g on g.tenant_id = p.tenant_id and g.patient_id = p.id and g.clinic_id = $2
  join employee d on d.tenant_id = g.tenant_id and d.id = g.doctor_id and d.account_id is not null
  where p.tenant_id = $1 and p.status = 0 and p.birth_day < '1986-01-01' and g.status = 6
    and g.reg_date between $3::date - 60 and $3::date - 20
    and not exists (select 1 from registration l where l.tenant_id = p.tenant_id and l.patient_id = p.id and l.reg_date > $3::date - 20)
    and not exists (select 1 from tooth_condition t where t.tenant_id = p.tenant_id and t.patient_id = p.id and t.tooth in ('35', '36', '37'))
  order by g.reg_date desc, p.id limit 1`

/**
 * What of the records no visit of the story leads to: a bridge that was cemented in a night when the computers stood still, written
 * down two days later, and a month's spot check with the doctor's answer.
 */
export async function planRecords(desk: Desk, clinic: DeskClinic): Promise<void> {
  const today = formatDate(desk.now)
  const { rows } = await desk.owner.query<{ id: string; doctor: string; account: string; name: string }>(WHO, [
    clinic.tenantId,
    clinic.clinicId,
    today,
  ])
  const found = rows[0]
  const head = clinic.people.get('院长/店长')
  if (!found || !head) return
  const doctor: Person = { employeeId: found.doctor, accountId: found.account, name: found.name }
  lateBridge(desk, { clinic, person: doctor }, found.id, addDays(today, -9))
  spotCheck(desk, { clinic, person: head }, addDays(today, -3))
}

function lateBridge(desk: Desk, seat: { clinic: DeskClinic; person: Person }, patientId: string, day: LocalDate): void {
  desk.at(addDays(day, 2), '18:20:00', '补录病历', async () => {
    const made = await desk.call(seat, contract.record.createApart, {
      patientId,
      origin: 'late',
      day,
      time: '17:40',
      visitKind: 2,
      reason: '停电',
      requestId: uuidv7(),
    })
    const group = uuidv7()
    const piece = (tooth: string, condition: 'bridge_abutment' | 'pontic') =>
      ({ tooth, condition, surfaces: '', status: 'completed', group }) as const
    const { version } = await desk.call(seat, contract.record.save, {
      id: made.id,
      version: made.version,
      content: {
        chiefComplaint: '左下后牙固定桥试戴。',
        interval: '临时桥戴用 2 周，无脱落，无不适。',
        exams: [{ teeth: '35;37', content: '基牙无松动，叩(−)，牙龈无红肿，36 缺失，牙槽嵴愈合好。' }],
        diagnoses: [{ teeth: '36', icdCode: 'K08.1', icdName: '后天牙缺失', kind: 1 }],
        treatments: [
          {
            teeth: '35;36;37',
            content: '去临时桥，试戴 35–37 全瓷固定桥，边缘密合，调𬌗，树脂粘固，戴牙。',
            tariffs: [],
            anesthetic: null,
          },
        ],
        advice: '24 小时内勿咬硬物，牙线引线清洁桥体下方。',
        nextVisit: { days: 180, remark: '固定桥复查' },
        toothMarks: [piece('35', 'bridge_abutment'), piece('36', 'pontic'), piece('37', 'bridge_abutment')],
      },
    })
    await desk.call(seat, contract.record.sign, { id: made.id, version })
  })
}

function spotCheck(desk: Desk, seat: { clinic: DeskClinic; person: Person }, day: LocalDate): void {
  // The month that has ended.
  const month = addMonths(day, -1).slice(0, 7)
  desk.at(day, '16:05:00', '抽查病历', async () => {
    await desk.call(seat, contract.recordQuality.draw, { month, count: 2, requestId: uuidv7() })
    const { list } = await desk.call(seat, contract.recordQuality.records, { month, pageSize: 100 })
    for (const [n, { spotCheck: drawn, items }] of list.filter((row) => row.spotCheck !== null).entries()) {
      // Some of what was drawn is still to be looked at.
      if (!drawn || n % 3 === 2) continue
      await desk.call(seat, contract.recordQuality.review, {
        id: drawn.id,
        version: drawn.version,
        score: n % 3 === 0 ? 96 : 88,
        defects: qualityRuleIds.filter((id) => items.slice(0, 2).some(({ rule }) => rule === id)),
        remark: n % 3 === 0 ? '书写完整。' : '体征只写了患牙，邻牙情况请补充。',
      })
    }
  })
}
