import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoCopy, type DemoCopy } from './demo-copy.ts'
import { DEMO_NOW } from './demo-template.ts'

/** Something that the demo shows whoever looks around, and how much of it at least. */
interface Promised {
  what: string
  least: number
  /** One row, one number `n`; $1 is the first clinic, $2 the present of the demo. */
  sql: string
}

const perClinic = (table: string, more: string, counted = '*'): string =>
  `select count(${counted})::int as n from ${table} where clinic_id = $1 and ${more}`
/** Plans, prescriptions and templates are promised of the chain: whoever looks at the first clinic sees most of them. */
const ofChain = (table: string, more: string): string =>
  `select count(*)::int as n from ${table} where tenant_id = (select tenant_id from clinic where id = $1) and ${more}`
/** Since so many days before the present the demo keeps consents; what is older was signed on paper. */
const CONSENTS_SINCE = 170
/** Records with an item of an extraction, an implant or a root canal, and how many in a hundred of them have a signed consent. */
const CONSENTED = `select (100.0 * count(*) filter (where exists (select 1 from consent k
    where k.tenant_id = r.tenant_id and k.patient_id = r.patient_id and k.status = 1 and k.sign_time <= r.sign_time
      and k.sign_time > r.visit_time - interval '91 days'))
    / greatest(count(*), 1))::int as n
  from medical_record r where r.clinic_id = $1 and r.status in (2, 3)
    and r.visit_time > $2::timestamptz - interval '${CONSENTS_SINCE} days'
    and exists (select 1 from jsonb_array_elements(r.content -> 'treatments') t, jsonb_array_elements(t -> 'tariffs') u
      join tariff f on f.tenant_id = r.tenant_id and f.id = (u ->> 'tariffId')::uuid
      join tariff_category g on g.tenant_id = f.tenant_id and g.id = f.category_id
      where g.name in ('拔牙', '种植外科', '根管治疗') and f.code not in ('GG10', 'GG11', 'BY05', 'ZZ05'))`
const amended = (times: number): string =>
  `select count(*)::int as n from (select v.record_id from medical_record_version v where v.clinic_id = $1
     group by v.record_id having count(*) = ${times + 1}) r`

const promised: readonly Promised[] = [
  {
    what: '牙周患者，各 2–4 次快照',
    least: 60,
    sql: `select count(*)::int as n from (select patient_id from perio_chart where clinic_id = $1
      group by patient_id having count(*) between 2 and 4) p`,
  },
  { what: '未完成的牙周检查', least: 2, sql: perClinic('perio_draft', 'true') },
  { what: '正畸病例', least: 90, sql: perClinic('ortho_case', 'true') },
  { what: '正畸病例的状态', least: 7, sql: perClinic('ortho_case', 'true', 'distinct status') },
  {
    what: '正畸固定矫治，含还没定方案的',
    least: 40,
    sql: perClinic('ortho_case', "(appliance in ('固定金属', '自锁', '陶瓷', '舌侧') or appliance is null)"),
  },
  { what: '正畸隐形矫治', least: 35, sql: perClinic('ortho_case', "appliance = '隐形'") },
  { what: '正畸功能、扩弓', least: 15, sql: perClinic('ortho_case', "appliance in ('功能', '扩弓')") },
  { what: '正畸保持中', least: 5, sql: perClinic('ortho_case', 'status = 5') },
  {
    what: '正畸超过 45 天没复诊',
    least: 6,
    sql: `select count(*)::int as n from ortho_case k where k.clinic_id = $1 and k.status = 4
      and coalesce((select max(r.visit_time) from medical_record r where r.tenant_id = k.tenant_id and r.patient_id = k.patient_id
        and r.content -> 'orthoVisit' ->> 'caseId' = k.id::text), k.start_date) < $2::timestamptz - interval '45 days'`,
  },
  {
    what: '正畸复诊次数的上限（2–22 次）',
    least: 15,
    sql: `select max(n)::int as n from (select count(*) as n from medical_record r where r.clinic_id = $1 and r.content ? 'orthoVisit'
      group by r.content -> 'orthoVisit' ->> 'caseId') v`,
  },
  {
    what: '有种植体的牙周检查，患者',
    least: 6,
    sql: `select count(distinct k.patient_id)::int as n from perio_chart k where k.clinic_id = $1
      and exists (select 1 from jsonb_each(k.cells) t where t.value ->> 'status' = 'implant')`,
  },
  {
    what: '牙周随治疗好转的患者（出血减半）',
    least: 40,
    sql: `select count(*)::int as n from (select (array_agg((summary ->> 'bopPct')::numeric order by examined_at))[1] as first,
      (array_agg((summary ->> 'bopPct')::numeric order by examined_at desc))[1] as last from perio_chart where clinic_id = $1
      group by patient_id having count(*) >= 2) p where last * 2 <= first`,
  },
  {
    what: '混合牙列的儿童',
    least: 40,
    sql: `select count(distinct t.patient_id)::int as n from tooth_condition t join patient p on p.tenant_id = t.tenant_id and p.id = t.patient_id
      where t.clinic_id = $1 and t.known_to is null and date_part('year', age(t.noted_on, p.birth_day)) between 6 and 12`,
  },
  { what: '处方', least: 300, sql: ofChain('prescription', 'true') },
  { what: '处方被审核退回', least: 20, sql: ofChain('prescription', 'refused_at is not null') },
  { what: '越过提醒的处方', least: 6, sql: ofChain('prescription', 'overridden') },
  { what: '拔牙、种植、根管有已签同意书的（%）', least: 95, sql: CONSENTED },
  { what: '治疗计划', least: 45, sql: ofChain('treatment_plan', 'true') },
  { what: '已同意的计划', least: 20, sql: ofChain('treatment_plan', 'status = 2') },
  {
    what: '未成交的计划，有原因',
    least: 9,
    sql: ofChain('treatment_plan', "status = 5 and refuse_reason <> ''"),
  },
  { what: '过期的计划', least: 6, sql: ofChain('treatment_plan', 'status = 6') },
  { what: '医患沟通案例', least: 14, sql: perClinic('doctor_case', 'true') },
  { what: '已发布的案例', least: 9, sql: perClinic('doctor_case', 'status = 1') },
  { what: '封存', least: 2, sql: perClinic('record_seal', 'true') },
  {
    what: '待上级审签的病历',
    least: 5,
    sql: perClinic('medical_record', 'countersign_due and countersigned_at is null'),
  },
  { what: '修订过两次的病历', least: 3, sql: amended(2) },
  {
    what: '病历模板',
    least: 120,
    sql: ofChain('record_template', 'kind = 1'),
  },
  {
    what: '词条',
    least: 200,
    sql: ofChain('record_template', 'kind = 2'),
  },
  {
    what: '写病历的医生',
    least: 8,
    sql: perClinic('medical_record', 'status in (2, 3)', 'distinct doctor_id'),
  },
  {
    what: '建档前已有的口腔情况（外院完成）',
    least: 1,
    sql: perClinic('tooth_condition', "record_id is null and status = 'external'"),
  },
  {
    what: '成年人的首份病历标了外院完成的（%）',
    least: 28,
    sql: `select (100.0 * count(*) filter (where exists (select 1 from tooth_condition t where t.tenant_id = f.tenant_id
        and t.patient_id = f.patient_id and t.record_id = f.id and t.known_to is null and t.status = 'external'))
      / greatest(count(*), 1))::int as n
      from (select distinct on (r.patient_id) r.* from medical_record r where r.status in (2, 3)
        order by r.patient_id, r.visit_time) f
      join patient p on p.tenant_id = f.tenant_id and p.id = f.patient_id
      where f.clinic_id = $1 and f.record_type = 1 and f.visit_kind = 1 and date_part('year', age(f.visit_time, p.birth_day)) >= 20`,
  },
  {
    what: '外院固定桥，三颗牙为一整件，病历有检查一行',
    least: 20,
    sql: `select count(*)::int as n from (select record_id from tooth_condition where clinic_id = $1 and status = 'external'
        and group_id is not null and detail <> '' group by record_id, group_id having count(*) = 3) b
      join medical_record r on r.id = b.record_id where r.content -> 'exams' @? '$[*] ? (@.content like_regex "外院.*固定桥")'`,
  },
  {
    what: '龋、充填体、冠、阻生写了深度、材料或方向的（%）',
    least: 95,
    sql: `select (100.0 * count(*) filter (where detail <> '') / count(*))::int as n from tooth_condition
      where clinic_id = $1 and known_to is null and condition in ('caries', 'filling', 'crown', 'impacted')`,
  },
  {
    what: '拔除前标了阻生方向的智齿',
    least: 30,
    sql: `select count(*)::int as n from tooth_condition t where t.clinic_id = $1 and t.condition = 'impacted' and t.detail <> ''
      and t.ended_on = t.noted_on`,
  },
  {
    what: '局麻写全方法、牙位、时间、批号、有效期、回抽、注射者的（%）',
    least: 100,
    sql: `select (100 * count(*) filter (where l ->> 'technique' <> '' and l ->> 'teeth' <> '' and l ->> 'time' <> '' and l ->> 'lot' <> ''
        and (l ->> 'expiry')::date > r.visit_time::date and l ->> 'aspiration' <> '' and l ->> 'givenBy' <> '') / count(*))::int as n
      from medical_record r, jsonb_array_elements(r.content -> 'treatments') t,
        jsonb_array_elements(case when t -> 'anesthetic' = 'null' then t -> 'anaesthetics' else jsonb_build_array(t -> 'anesthetic') end) l
      where r.clinic_id = $1`,
  },
]

let demo: DemoCopy
let clinicId: string
beforeAll(async () => {
  demo = await demoCopy()
  const { rows } = await demo.superuser.query<{ id: string }>(
    `select id from clinic where tenant_id = $1 and name like '望湖路%'`,
    [demo.chain],
  )
  clinicId = rows[0]?.id ?? ''
}, 600_000)
afterAll(() => demo?.drop(), 60_000)

it.each(promised.map((line) => [line.what, line] as const))('the first clinic has: %s', async (what, line) => {
  const { rows } = await demo.superuser.query<{ n: number }>(
    line.sql,
    line.sql.includes('$2') ? [clinicId, DEMO_NOW] : [clinicId],
  )
  const n = rows[0]?.n ?? 0
  process.stdout.write(`${what}: ${n} of ${line.least}\n`)
  expect(n).toBeGreaterThanOrEqual(line.least)
})

it('no mouth says of one tooth that it is not there and that its surfaces are ill or filled', async () => {
  const { rows } = await demo.superuser.query<{ tooth: string; patient: string }>(
    `select distinct a.tooth, a.patient_id as patient from tooth_condition a
       join tooth_condition b on b.tenant_id = a.tenant_id and b.patient_id = a.patient_id and b.tooth = a.tooth
     where a.known_to is null and b.known_to is null and a.ended_on is null and b.ended_on is null
       and a.layer <> 'plan' and b.layer <> 'plan'
       and a.condition in ('missing', 'lost_early', 'congenitally_missing', 'unerupted', 'embedded', 'implant', 'pontic')
       and b.condition in ('caries', 'secondary_caries', 'filling', 'inlay', 'veneer', 'sealant', 'wedge', 'attrition', 'crack', 'fracture')`,
  )
  expect(rows).toEqual([])
})
