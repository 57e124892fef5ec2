import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Invariant } from './invariant.ts'
import { ledgerInvariants } from './ledger-invariants.ts'
import { mouthsThatLie } from './mouths.ts'

export type { Invariant } from './invariant.ts'

/** Each begins when those before it are over: by the latest end before, since comparing every two takes minutes in a large chain. */
const overlap = (column: string): string =>
  `select id, ${column} from (select id, ${column}, during, max(upper(during)) over (partition by tenant_id, ${column}
       order by lower(during), id rows between unbounded preceding and 1 preceding) as busy_until
     from appointment where status in (0, 1, 2, 3, 4, 5) and not is_overbook and ${column} is not null) a
   where lower(during) < busy_until`
const repeated = (table: string, columns: string): string =>
  `select ${columns} from ${table} group by ${columns} having count(*) > 1`
const behindCounter = (table: string, number: string, prefix: string): string =>
  `select x.* from (select tenant_id, clinic_id, to_date(substr(${number}, ${prefix.length + 1}, 6), 'YYMMDD') as date,
       max(substr(${number}, ${prefix.length + 8})::int) as newest
     from ${table} where ${number} ~ '^${prefix}\\d{6}-\\d+$' group by 1, 2, 3) x
   left join document_counter k on k.tenant_id = x.tenant_id and k.clinic_id = x.clinic_id and k.prefix = '${prefix}' and k.date = x.date
   where x.newest > coalesce(k.last_no, 0)`

/** One mark of a chart, in the words of a record's content and of its entry. */
const MARK = 'tooth, condition, surfaces, status, detail, piece, reason'

/** What holds at every committed moment, whatever was done. */
export const invariants: readonly Invariant[] = [
  { name: 'I1 appointments of a doctor do not overlap', sql: overlap('doctor_id') },
  { name: 'I1 appointments of a chair do not overlap', sql: overlap('chair_id') },
  {
    name: 'I3 a bill is the sum of its lines',
    sql: `select b.id from bill b
      left join (select tenant_id, bill_id, sum(original_amount) as original, sum(discount_amount) as discount, sum(amount) as amount
                 from bill_item group by tenant_id, bill_id) i on i.tenant_id = b.tenant_id and i.bill_id = b.id
      where b.original_amount <> coalesce(i.original, 0) or b.discount_amount <> coalesce(i.discount, 0)
        or b.receivable_amount <> coalesce(i.amount, 0)`,
  },
  {
    name: 'I3 a line is price × quantity',
    sql: 'select id from bill_item where original_amount <> price * qty or amount <> original_amount - discount_amount',
  },
  {
    name: 'a prescription that was passed on has the name of whoever audited it, and one that is blocked two names',
    sql: `select x.id from prescription x where x.status in (1, 2, 3, 4) and (x.audited_by is null
      or exists (select 1 from jsonb_array_elements(x.findings) f where f ->> 'severity' = '阻断'
        and (x.audited_by = x.doctor_id
          or not exists (select 1 from jsonb_array_elements(x.overrides) o where o ->> 'key' = f ->> 'key' and o ->> 'kind' = 'reason')
          or not exists (select 1 from jsonb_array_elements(x.overrides) o where o ->> 'key' = f ->> 'key' and o ->> 'kind' = 'second'))))`,
  },
  {
    name: 'a prescription that was handed out says by whom, one that was taken back or voided by whom and why',
    sql: `select id from prescription where (status in (3, 4) and dispensed_by is null)
      or (status = 4 and coalesce(return_reason, '') = '') or (status = 5 and coalesce(void_reason, '') = '')
      or (status = 3 and exists (select 1 from jsonb_array_elements(items) i where i ->> 'skinTest' in ('needed', 'positive')))`,
  },
  { name: 'I12 consent numbers are behind their counter', sql: behindCounter('consent', 'consent_no', 'TY') },
  {
    name: 'a signed consent has its text and the names of the doctor and of whoever signed for the patient',
    sql: `select k.id from consent k where k.status = 1 and (
        not exists (select 1 from consent_text t where t.tenant_id = k.tenant_id and t.consent_id = k.id)
        or not exists (select 1 from consent_signature s where s.tenant_id = k.tenant_id and s.consent_id = k.id and s.role = 'doctor')
        or not exists (select 1 from consent_signature s where s.tenant_id = k.tenant_id and s.consent_id = k.id
          and s.role in ('patient', 'guardian') and s.name = k.signer_name))`,
  },
  {
    name: 'a consent that a head approved has its text, the doctor’s signature and the sheet of the approval',
    sql: `select k.id from consent k where k.approved_at is not null and (
        not exists (select 1 from consent_text t where t.tenant_id = k.tenant_id and t.consent_id = k.id)
        or not exists (select 1 from consent_signature s where s.tenant_id = k.tenant_id and s.consent_id = k.id and s.role = 'doctor')
        or not exists (select 1 from consent_sheet t where t.tenant_id = k.tenant_id and t.consent_id = k.id and t.of_approval))`,
  },
  {
    name: 'I12 treatment plan numbers are behind their counter',
    sql: behindCounter('treatment_plan', 'plan_no', 'FA'),
  },
  {
    name: 'a line of a treatment plan is price × quantity',
    sql: 'select id from treatment_plan_line where original_amount <> price * qty or amount <> original_amount - discount_amount',
  },
  {
    name: 'a signed record names the plan lines that its text does',
    sql: `select r.id from medical_record r where r.status = 2 and (
        select coalesce(array_agg(distinct f ->> 'planLineId' order by f ->> 'planLineId'), '{}')
        from jsonb_array_elements(r.content -> 'treatments') x, jsonb_array_elements(x -> 'tariffs') f
        where f ->> 'planLineId' is not null)
      <> (select coalesce(array_agg(distinct id::text order by id::text), '{}') from unnest(r.plan_line_ids) id)`,
  },
  {
    name: 'a line of a plan is booked, done and charged for the patient of the plan',
    sql: `select x.line from (
        select tenant_id, patient_id, unnest(plan_line_ids) as line from appointment
        union all select tenant_id, patient_id, unnest(plan_line_ids) from medical_record
        union all select b.tenant_id, b.patient_id, i.plan_line_id from bill_item i
          join bill b on b.tenant_id = i.tenant_id and b.id = i.bill_id where i.plan_line_id is not null) x
      join treatment_plan_line l on l.tenant_id = x.tenant_id and l.id = x.line
      join treatment_plan t on t.tenant_id = l.tenant_id and t.id = l.plan_id
      where x.patient_id is distinct from t.patient_id`,
  },
  { name: 'I12 orthodontic case numbers are behind their counter', sql: behindCounter('ortho_case', 'case_no', 'ZJ') },
  {
    name: 'I12 periodontal chart numbers are behind their counter',
    sql: behindCounter('perio_chart', 'chart_no', 'YZ'),
  },
  {
    name: 'a periodontal record says the hash of a chart that stands in it',
    sql: `select r.id from medical_record r where r.content ? 'perio' and not exists (select 1 from perio_chart k
      where k.tenant_id = r.tenant_id and k.record_id = r.id and k.id::text = r.content #>> '{perio,chartId}' and k.hash = r.content #>> '{perio,hash}')`,
  },
  {
    name: 'an unfinished periodontal examination has all 32 teeth, and its record is not signed beside it',
    sql: `select f.id, f.record_id from perio_draft f join medical_record r on r.tenant_id = f.tenant_id and r.id = f.record_id
      where r.status in (2, 3) or r.record_type <> 3
        or (select count(*) from perio_draft_tooth t where t.tenant_id = f.tenant_id and t.draft_id = f.id) <> 32`,
  },
  { name: 'I12 prescription numbers are behind their counter', sql: behindCounter('prescription', 'rx_no', 'CF') },
  {
    name: 'I3 paid is the sum of the payments, and what went back of the refunds',
    sql: `select b.id from bill b left join (select tenant_id, bill_id, sum(amount) filter (where kind <> 4) as paid,
        -sum(amount) filter (where kind = 4) as back from bill_payment group by 1, 2) p on p.tenant_id = b.tenant_id and p.bill_id = b.id
      where b.paid_amount <> coalesce(p.paid, 0) or b.refunded_amount <> coalesce(p.back, 0)`,
  },
  ...ledgerInvariants,
  {
    name: 'I3 a revoke is the exact opposite of its payment',
    sql: `select r.id from bill_payment r left join bill_payment p on p.tenant_id = r.tenant_id and p.id = r.revokes_id
      where r.kind = 3 and (p.id is null or p.amount <> -r.amount or p.bill_id <> r.bill_id or p.pay_method_id <> r.pay_method_id or p.kind = 3)`,
  },
  {
    name: 'I6 a paid order has one extension, any other none',
    sql: `select o.id from vip_order o left join vip_extension e on e.tenant_id = o.tenant_id and e.order_id = o.id
      group by o.tenant_id, o.id, o.status having count(e.id) <> (o.status in (1, 5))::int`,
  },
  {
    name: 'I6 each extension follows from the one before it',
    sql: `select e.id from (select x.*, lag(x.end_date) over ledger as former, row_number() over ledger as place,
          greatest(x.end_before, (x.created_at at time zone 'Asia/Shanghai')::date) as base
        from vip_extension x window ledger as (partition by x.tenant_id, x.clinic_id, x.kind order by x.seq)) e
      cross join lateral (select (e.base + make_interval(years => e.years))::date + e.days as raw) r
      where e.seq <> e.place or e.end_before is distinct from e.former or e.starts_on <> e.base + 1
        or e.end_date <> r.raw - (e.years > 0 and to_char(r.raw, 'MM-DD') = '02-29')::int`,
  },
  {
    name: 'I6 a membership ends with its last extension',
    sql: `select coalesce(t.clinic_id, e.clinic_id) as clinic_id from vip_term t
      full join (select distinct on (tenant_id, clinic_id, kind) tenant_id, clinic_id, kind, end_date,
          bool_or(source = 'order') over (partition by tenant_id, clinic_id, kind) as paid
        from vip_extension order by tenant_id, clinic_id, kind, seq desc) e
        on e.tenant_id = t.tenant_id and e.clinic_id = t.clinic_id and e.kind = t.kind
      where t.end_date is distinct from e.end_date or t.paid is distinct from e.paid`,
  },
  {
    name: 'the provider sees the orders of memberships as they are',
    sql: `select coalesce(o.id, d.order_id) as id from vip_order o
      full join vip_desk d on d.order_id = o.id and d.tenant_id = o.tenant_id
      left join vip_invoice i on i.tenant_id = o.tenant_id and i.order_id = o.id
      where (o.clinic_id, o.kind, o.order_no, o.total_amount, o.pay_type, o.status, o.closes_at, o.paid_at)
          is distinct from (d.clinic_id, d.kind, d.order_no, d.total_amount, d.pay_type, d.status, d.closes_at, d.paid_at)
        or (i.id, i.status, i.invoice_title) is distinct from (d.invoice_id, d.invoice_status, d.invoice_title)`,
  },
  {
    name: 'the provider sees the ends of memberships as they are',
    sql: `select coalesce(t.clinic_id, s.clinic_id) as clinic_id from vip_term t
      full join vip_standing s on s.clinic_id = t.clinic_id and s.kind = t.kind
      where (t.tenant_id, t.end_date, t.paid) is distinct from (s.tenant_id, s.end_date, s.paid)`,
  },
  {
    name: 'I7 a number of a gateway is counted once',
    sql: `select gateway, gateway_trade_no from gateway_trade where gateway_trade_no is not null
      group by gateway, merchant_id, gateway_trade_no having count(*) > 1`,
  },
  {
    name: 'I7 an order has one success',
    sql: `select tenant_id, kind, order_id from gateway_trade where status = 'applied' group by tenant_id, kind, order_id having count(*) > 1`,
  },
  {
    name: 'I7 what was applied is what the order costs, and the order knows',
    sql: `select g.id from gateway_trade g left join vip_order o on o.tenant_id = g.tenant_id and o.id = g.order_id and o.kind = g.kind
      where g.status = 'applied' and g.kind in ('vip', 'medical')
        and (o.id is null or g.paid_amount <> o.total_amount or o.trade_id is distinct from g.out_trade_no or o.status not in (1, 5))
      union all
      select g.id from gateway_trade g left join scan_payment s on s.tenant_id = g.tenant_id and s.id = g.order_id
        left join (select tenant_id, id, sum(amount) as amount from (
            select tenant_id, gateway_trade_id as id, amount from bill_payment where kind in (1, 2)
            union all select l.tenant_id, (w ->> 'gatewayTradeId')::uuid, (w ->> 'amount')::numeric
              from card_log l cross join jsonb_array_elements(l.ways) w where w ? 'gatewayTradeId'
            union all select q.tenant_id, (w ->> 'gatewayTradeId')::uuid, (w ->> 'amount')::numeric
              from prepay q cross join jsonb_array_elements(q.ways) w where w ? 'gatewayTradeId') taken group by 1, 2) y
          on y.tenant_id = g.tenant_id and y.id = g.id
      where g.status = 'applied' and g.kind = 'desk'
        and (s.id is null or s.status <> 1 or g.paid_amount <> s.amount or g.paid_amount <> g.amount or y.amount is distinct from g.paid_amount)`,
  },
  {
    name: 'I7 an order paid through a gateway has its trade',
    sql: `select o.id from vip_order o left join gateway_trade g on g.tenant_id = o.tenant_id and g.order_id = o.id and g.status = 'applied'
      where o.status = 1 and o.trade_id like 'DT%' and g.id is null`,
  },
  {
    name: 'I7 money that fits no order is on the list',
    sql: `select g.id from gateway_trade g where g.status = 'strayed' and g.kind not in ('desk', 'merchant-test') and not exists (
      select 1 from strayed_payment s where s.gateway = g.gateway and s.gateway_trade_no = g.gateway_trade_no)`,
  },
  {
    name: 'I7 an SMS balance is the sum of its ledger, step by step',
    sql: `select b.clinic_id from sms_balance b
      left join (select tenant_id, clinic_id, sum(change) as balance, count(*) as steps, max(seq) as newest from sms_ledger group by 1, 2) l
        on l.tenant_id = b.tenant_id and l.clinic_id = b.clinic_id
      where b.balance <> coalesce(l.balance, 0) or b.seq <> coalesce(l.steps, 0) or b.seq <> coalesce(l.newest, 0)
      union all select l.clinic_id from (select x.*, coalesce(lag(x.balance_after) over (partition by x.tenant_id, x.clinic_id order by x.seq), 0) as former
        from sms_ledger x) l where l.balance_after <> l.former + l.change
      union all select l.clinic_id from sms_ledger l where not exists (
        select 1 from sms_balance b where b.tenant_id = l.tenant_id and b.clinic_id = l.clinic_id)`,
  },
  {
    name: 'I7 an SMS is paid for while it counts as sent, and given back when it failed',
    sql: `select o.id from sms_outbox o
      left join (select tenant_id, sms_id, sum(change) as paid from sms_ledger where sms_id is not null group by 1, 2) l
        on l.tenant_id = o.tenant_id and l.sms_id = o.id
      where coalesce(l.paid, 0) <> case when o.charged then -o.count else 0 end or (o.status = 1 and not o.charged)`,
  },
  {
    name: 'I7 a paid recharge of SMS is credited with what was bought, any other with nothing',
    sql: `select o.id from sms_order o left join sms_ledger l on l.tenant_id = o.tenant_id and l.order_id = o.id
      where coalesce(l.change, 0) <> case when o.status = 1 then o.count else 0 end`,
  },
  {
    name: 'the provider sees SMS signatures and templates in review as they are',
    sql: `select coalesce(x.id, r.subject_id) as id from (
        select tenant_id, clinic_id, id, signature as content from sms_account where signature_status = 1
        union all select tenant_id, clinic_id, id, content from sms_template where audit_status = 1) x
      full join (select * from sms_review where status = 1) r on r.subject_id = x.id
      where (x.tenant_id, x.clinic_id, x.content) is distinct from (r.tenant_id, r.clinic_id, r.content)`,
  },
  {
    name: 'a company has an administrator who can sign in',
    sql: `select o.tenant_id from company o where not exists (
        select 1 from employee_post ep join post p on p.tenant_id = ep.tenant_id and p.id = ep.post_id and p.is_admin
        join employee e on e.tenant_id = ep.tenant_id and e.id = ep.employee_id and e.work_status = 1 and e.account_id is not null
        join employee_clinic ec on ec.tenant_id = ep.tenant_id and ec.employee_id = e.id and ec.clinic_id = ep.clinic_id and ec.active
        where ep.tenant_id = o.tenant_id)`,
  },
  {
    name: 'whoever may enter a clinic works there, and the other way round',
    sql: `with works as (
        select e.account_id, ec.clinic_id, e.id from employee_clinic ec
        join employee e on e.tenant_id = ec.tenant_id and e.id = ec.employee_id
        where ec.active and e.work_status <> 3 and e.account_id is not null)
      select coalesce(m.account_id, w.account_id) as id from (select * from account_clinic where active) m
      full join works w on w.account_id = m.account_id and w.clinic_id = m.clinic_id and w.id = m.employee_id
      where m.account_id is null or w.account_id is null`,
  },
  {
    name: 'who has left a clinic holds no post there',
    sql: `select ep.employee_id as id from employee_post ep join employee e on e.tenant_id = ep.tenant_id and e.id = ep.employee_id
      left join employee_clinic ec on ec.tenant_id = ep.tenant_id and ec.employee_id = ep.employee_id and ec.clinic_id = ep.clinic_id
      where not coalesce(ec.active, false) or e.work_status = 3`,
  },
  {
    name: 'an approved application has made a member of staff',
    sql: `select r.id from relate_apply r left join account_clinic m on m.account_id = r.account_id and m.clinic_id = r.clinic_id
        and m.employee_id = r.employee_id and m.active
      where r.status = 1 and m.account_id is null`,
  },
  {
    name: 'the directory calls every clinic by its name',
    sql: `select c.id from clinic c join company o on o.tenant_id = c.tenant_id
      left join clinic_directory d on d.clinic_id = c.id and d.tenant_id = c.tenant_id
      where (d.name, d.company_name, d.address) is distinct from (c.name, o.name, c.address)`,
  },
  {
    name: 'I10 a signed record carries the hash of its newest version',
    sql: `select r.id from medical_record r
      left join lateral (select v.content_hash, v.content from medical_record_version v
        where v.tenant_id = r.tenant_id and v.record_id = r.id order by v.version_no desc limit 1) v on true
      where r.status in (2, 3) and (v.content_hash is null or v.content_hash <> r.sign_hash or v.content <> r.content)`,
  },
  {
    name: 'I10 the versions of a record are numbered without a gap',
    sql: `select record_id from medical_record_version group by tenant_id, record_id having max(version_no) <> count(*) or min(version_no) <> 1`,
  },
  {
    name: 'I11 a merged file points at one that stands, and no other does',
    sql: `select p.id from patient p left join patient k on k.tenant_id = p.tenant_id and k.id = p.merged_into_id
      where (p.status = 2) <> (p.merged_into_id is not null) or (p.status = 2 and (k.id is null or k.status = 2))`,
  },
  {
    name: 'I11 a file is merged while a merge of it is in force',
    sql: `select p.id from patient p where (p.status = 2) <> exists (
        select 1 from patient_merge m where m.tenant_id = p.tenant_id and m.remove_id = p.id and m.status = 1)`,
  },
  {
    name: 'I11 what belongs together names one patient',
    sql: `select t.id from treatment t join registration r on r.tenant_id = t.tenant_id and r.id = t.registration_id where r.patient_id <> t.patient_id
      union all select m.id from medical_record m join treatment t on t.tenant_id = m.tenant_id and t.id = m.treatment_id where m.patient_id <> t.patient_id
      union all select r.id from registration r join appointment a on a.tenant_id = r.tenant_id and a.id = r.appointment_id where a.patient_id <> r.patient_id
      union all select b.id from bill b join registration r on r.tenant_id = b.tenant_id and r.id = b.registration_id where b.patient_id <> r.patient_id
      union all select y.id from bill_payment y join bill b on b.tenant_id = y.tenant_id and b.id = y.bill_id where y.patient_id <> b.patient_id
      union all select t.id from tooth_condition t join medical_record m on m.tenant_id = t.tenant_id and m.id = t.record_id where m.patient_id <> t.patient_id`,
  },
  ...(['appointment', 'registration', 'treatment', 'medical_record', 'bill', 'bill_payment'] as const).map((table) => ({
    name: `I11 no ${table} was lost in a merge`,
    sql: `select w.row_key from patient_merge_row w
      where w.table_name = '${table}' and w.former is null
        and not exists (select 1 from ${table} x where x.tenant_id = w.tenant_id and x.id::text = w.row_key)
        and not exists (select 1 from audit a where a.tenant_id = w.tenant_id and a.entity = '${table}' and a.entity_id::text = w.row_key
          and a.action = 'delete')`,
  })),
  {
    name: 'I14 the entries of a mouth are what the signed records say',
    sql: `with said as (
        select r.tenant_id, r.id, m->>'tooth' as tooth, m->>'condition' as condition, coalesce(m->>'surfaces', '') as surfaces,
          m->>'status' as status, coalesce(m->>'detail', '') as detail, coalesce(m->>'group', '') as piece,
          coalesce(m->>'reason', '') as reason
        from medical_record r
        join lateral (select v.content from medical_record_version v where v.tenant_id = r.tenant_id and v.record_id = r.id
                      order by v.version_no desc limit 1) v on true,
        jsonb_array_elements(v.content->'toothMarks') m
        where r.status <> 9
      ), kept as (
        select tenant_id, record_id as id, tooth, condition, surfaces, status, detail, coalesce(group_id, '') as piece, reason
        from tooth_condition where known_to is null and record_id is not null
      )
      (select id, ${MARK} from said except select id, ${MARK} from kept) union all
      (select id, ${MARK} from kept except select id, ${MARK} from said)`,
  },
  { name: 'I14 a stored mouth is the fold of its entries', find: mouthsThatLie },
  { name: 'I12 appointment numbers are unique', sql: repeated('appointment', 'tenant_id, clinic_id, appoint_no') },
  { name: 'I12 registration numbers are unique', sql: repeated('registration', 'tenant_id, clinic_id, reg_no') },
  { name: 'I12 record numbers are unique', sql: repeated('medical_record', 'tenant_id, clinic_id, record_no') },
  { name: 'I12 bill numbers are unique', sql: repeated('bill', 'tenant_id, clinic_id, bill_no') },
  { name: 'I12 payment numbers are unique', sql: repeated('bill_payment', 'tenant_id, clinic_id, pay_no') },
  { name: 'I12 medical numbers are unique', sql: repeated('patient', 'tenant_id, medical_number') },
  { name: 'I12 appointment numbers are behind their counter', sql: behindCounter('appointment', 'appoint_no', 'YY') },
  { name: 'I12 registration numbers are behind their counter', sql: behindCounter('registration', 'reg_no', 'GH') },
  { name: 'I12 record numbers are behind their counter', sql: behindCounter('medical_record', 'record_no', 'BL') },
  { name: 'I12 bill numbers are behind their counter', sql: behindCounter('bill', 'bill_no', 'SF') },
  { name: 'I12 payment numbers are behind their counter', sql: behindCounter('bill_payment', 'pay_no', 'ZF') },
  {
    name: 'queue numbers of a doctor are unique in a day',
    sql: repeated('registration', 'tenant_id, clinic_id, doctor_id, reg_date, queue_no'),
  },
  {
    name: 'queue numbers are behind their counter',
    sql: `select r.id from registration r
      left join document_counter k on k.tenant_id = r.tenant_id and k.clinic_id = r.clinic_id and k.date = r.reg_date
        and k.prefix = 'Q:' || r.doctor_id
      where r.queue_no > coalesce(k.last_no, 0)`,
  },
  {
    name: 'I13 no column of floating point',
    sql: `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type in ('real', 'double precision', 'money')`,
  },
  {
    name: 'I13 money is numeric(14,2)',
    sql: `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and (column_name ~ '(amount|price|fee|total)$' or data_type = 'numeric')
        and not (data_type = 'numeric' and numeric_precision = 14 and numeric_scale = 2)`,
  },
  {
    name: 'figures of a patient are the sums of what they count',
    sql: `select p.id from patient p
      left join patient_stat s on s.tenant_id = p.tenant_id and s.patient_id = p.id
      left join (select tenant_id, patient_id, count(*) as visits, min(start_time) as first_at, max(start_time) as last_at
                 from treatment where status = 2 group by tenant_id, patient_id) t on t.tenant_id = p.tenant_id and t.patient_id = p.id
      left join (select tenant_id, patient_id, sum(arrears_amount) as arrears from bill group by tenant_id, patient_id) b
        on b.tenant_id = p.tenant_id and b.patient_id = p.id
      left join (select tenant_id, patient_id, sum(amount) as paid from bill_payment group by tenant_id, patient_id) y
        on y.tenant_id = p.tenant_id and y.patient_id = p.id
      where s.patient_id is null or s.visit_count <> coalesce(t.visits, 0) or s.arrears_amount <> coalesce(b.arrears, 0)
        or s.consume_total <> coalesce(y.paid, 0) or s.last_visit_at is distinct from t.last_at
        or s.first_visit_at is distinct from t.first_at`,
  },
  {
    name: 'the figures of a file know its state',
    sql: `select p.id from patient p join patient_stat s on s.tenant_id = p.tenant_id and s.patient_id = p.id
      where s.status <> p.status`,
  },
  {
    name: 'files are counted in each of their states',
    sql: `select * from (select tenant_id, status, count(*)::int as files from patient group by tenant_id, status) p
      full join (select * from patient_tally where files <> 0) t using (tenant_id, status)
      where p.files is distinct from t.files`,
  },
  {
    name: 'whoever is at home, booked, registered or billed in a clinic is its patient',
    sql: `select distinct x.patient_id from (
        select tenant_id, id as patient_id, home_clinic_id as clinic_id from patient where status <> 2
        union all select tenant_id, patient_id, clinic_id from registration
        union all select tenant_id, patient_id, clinic_id from appointment where patient_id is not null
        union all select tenant_id, patient_id, clinic_id from bill) x
      where not exists (select 1 from patient_clinic k
        where k.tenant_id = x.tenant_id and k.patient_id = x.patient_id and k.reached_clinic_id = x.clinic_id)`,
  },
  {
    name: 'what a patient owes and has paid to the clinics is what he owes and has paid in all',
    sql: `select k.patient_id from patient_clinic k join patient_stat s using (tenant_id, patient_id)
      group by k.tenant_id, k.patient_id, s.arrears_amount, s.consume_total
      having sum(k.arrears_amount) <> s.arrears_amount or sum(k.consume_total) <> s.consume_total`,
  },
  {
    name: 'the times of a registration fit its status',
    sql: `select id from registration where
      (status = 6) <> (leave_time is not null) or (status in (2, 3, 4, 5) and call_time is null)
      or (status in (3, 4, 5) and start_time is null) or (status in (4, 5) and end_time is null) or (status = 5 and charge_time is null)
      or (status = 1 and start_time is not null)
      or call_time < reg_time or start_time < reg_time or end_time < start_time or charge_time < end_time or leave_time < end_time`,
  },
  {
    name: 'an appointment follows its registration',
    sql: `select a.id from appointment a join registration r on r.tenant_id = a.tenant_id and r.appointment_id = a.id and r.status not in (7, 8, 9)
      where (r.status in (1, 2) and a.status <> 3) or (r.status in (3, 4, 5) and a.status <> 4) or (r.status = 6 and a.status <> 5)`,
  },
  {
    name: 'whoever was in the chair has a treatment, ended when the visit is',
    sql: `select r.id from registration r left join treatment t on t.tenant_id = r.tenant_id and t.registration_id = r.id
      where (r.status = 3 and t.status is distinct from 1) or (r.status in (4, 5) and t.status is distinct from 2)
        or (t.status = 2 and t.end_time is null)`,
  },
  {
    name: 'a cancelled or missed appointment says when',
    sql: `select id from appointment where (status = 6 and (cancelled_at is null or cancel_reason is null)) or (status = 9 and no_show_at is null)`,
  },
  {
    name: 'an account is a certified doctor as its submissions say',
    sql: `select a.id from account a where a.user_auth <> case
        when exists (select 1 from doctor_auth d where d.account_id = a.id and d.status = 1) then 2
        when exists (select 1 from doctor_auth d where d.account_id = a.id and d.status = 0) then 1
        when exists (select 1 from doctor_auth d where d.account_id = a.id) then 3 else 0 end`,
  },
  {
    name: 'an application for an organisation stands on its account',
    sql: `select a.id from account a where a.org_auth <> coalesce((
        select case o.status when 1 then -1 else o.status end from organisation_auth o
        where o.account_id = a.id and o.kind <> 2 and not o.is_change order by o.submitted_at desc, o.id desc limit 1), -1)`,
  },
  {
    name: 'what has passed has its company and clinic',
    sql: `select o.id from organisation_auth o left join clinic c on c.tenant_id = o.company_id and c.id = o.clinic_id
      where o.status = 1 and c.id is null`,
  },
  {
    name: 'licences are under review while a change waits',
    sql: `select l.id from clinic_licence l where (l.auth_status = 3) <> exists (
        select 1 from organisation_auth o where o.clinic_id = l.clinic_id and o.is_change and o.status = 0)`,
  },
  {
    name: 'a company stands as its main clinic does',
    sql: `select o.tenant_id from company o
      join clinic c on c.tenant_id = o.tenant_id and c.is_main
      join clinic_licence l on l.tenant_id = o.tenant_id and l.clinic_id = c.id where l.auth_status <> o.org_auth`,
  },
  {
    name: 'a follow-up knows its tries, and what was done has reached somebody',
    sql: `select f.id from follow_up f
      left join (select tenant_id, follow_up_id, count(*) filter (where not reached) as missed, count(*) filter (where reached) as reached
                 from follow_call group by tenant_id, follow_up_id) k on k.tenant_id = f.tenant_id and k.follow_up_id = f.id
      where f.attempts <> coalesce(k.missed, 0) or (f.status = 1) <> (coalesce(k.reached, 0) = 1) or coalesce(k.reached, 0) > 1`,
  },
  {
    name: 'a step of a state machine leads somewhere',
    sql: `select l.biz_id from status_log l where l.from_status = l.to_status`,
  },
]

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** I9: for every foreign key between tenant tables, no child points at a parent of another tenant. */
async function crossTenant(client: pg.Client | pg.PoolClient): Promise<Invariant[]> {
  const { rows } = await client.query<{
    name: string
    child: string
    parent: string
    columns: string[]
    targets: string[]
  }>(
    `select k.conname as name, c.relname as child, p.relname as parent,
       array_agg(ca.attname::text order by n.i) as columns, array_agg(pa.attname::text order by n.i) as targets
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     cross join lateral unnest(k.conkey, k.confkey) with ordinality n(child_no, parent_no, i)
     join pg_attribute ca on ca.attrelid = c.oid and ca.attnum = n.child_no
     join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = n.parent_no
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0
       and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
       and exists (select 1 from pg_attribute a where a.attrelid = p.oid and a.attname = 'tenant_id' and not a.attisdropped)
     group by k.oid, k.conname, c.relname, p.relname order by 1`,
  )
  return rows.map(({ name, child, parent, columns, targets }) => {
    const pairs = columns.flatMap((column, n) =>
      column === 'tenant_id' ? [] : [`c.${quoted(column)} = p.${quoted(targets[n] as string)}`],
    )
    const set = columns.map((column) => `c.${quoted(column)} is not null`).join(' and ')
    // The parent must be there, and be of the child's own tenant.
    return {
      name: `I9 ${name}`,
      sql: `select c.tenant_id from ${quoted(child)} c where ${set} and not exists (
        select 1 from ${quoted(parent)} p where ${['p.tenant_id = c.tenant_id', ...pairs].join(' and ')})`,
    }
  })
}

/** What may name a merged file: history, and what says something of the file itself. */
const OF_THE_FILE = ['audit', 'patient_stat', 'patient_merge', 'patient_distinct']

/** I11: no row points at a merged or missing patient, in every column that names one. */
async function ofLivePatients(client: pg.Client | pg.PoolClient): Promise<Invariant[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select distinct c.relname as table, a.attname as column from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> 'tenant_id' and a.atttypid = 'uuid'::regtype
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> all($1)
       and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
       and (a.attname ~ '(^|_)patient_id$' or exists (select 1 from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
         and k.confrelid = 'public.patient'::regclass and a.attnum = any(k.conkey)))
     order by 1, 2`,
    [OF_THE_FILE],
  )
  return rows.map(({ table, column }) => ({
    name: `I11 ${table}.${column} names a patient whose file stands`,
    sql: `select x.${quoted(column)} as patient from ${quoted(table)} x
      left join patient p on p.tenant_id = x.tenant_id and p.id = x.${quoted(column)}
      where x.${quoted(column)} is not null and (p.id is null or p.status = 2)`,
  }))
}

/** I10: version n of a row has n audit rows, in every table that keeps versions; none is left of a row that was removed. */
async function audited(client: pg.Client | pg.PoolClient): Promise<Invariant[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.relname as table from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relispartition
       and (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('tenant_id', 'id', 'version') and not a.attisdropped) = 3
     order by 1`,
  )
  return rows.map(({ table }) => ({ name: `I10 ${table} has an audit row for each version`, versionsOf: table }))
}

/** What audit says of all the tables, read once; a row for each table with up to 20 of its rows of which it says something else. */
const unaudited = (tables: readonly string[]): string =>
  `with kept as (${tables
    .map((table) => `select '${table}'::text as entity, tenant_id, id, version from ${quoted(table)}`)
    .join(' union all ')}),
   said as (select entity, tenant_id, entity_id, count(*) as versions, max(entity_version) as newest from audit
     where entity_version is not null and action <> 'delete' group by entity, tenant_id, entity_id),
   wrong as (select k.entity, k.id, row_number() over (partition by k.entity) as n from kept k
     left join said a on a.entity = k.entity and a.tenant_id = k.tenant_id and a.entity_id = k.id
     where k.version <> coalesce(a.versions, 0) or k.version <> coalesce(a.newest, 0))
   select entity, jsonb_agg(jsonb_build_object('id', id)) as rows from wrong where n <= 20 group by entity`

/** The invariants of money: bills and payments, gateways, cards, prepayments and units, and the identities of the ledger. */
const ofMoney = (name: string): boolean => /^(I2|I3|I7|J\d+) /.test(name)

/** All of some that do not hold, asked at once: the server plans the one statement when it first meets it on a connection. */
const brokenAtOnce = (some: readonly { sql: string }[]): string =>
  `select n, rows from (${some
    .map(
      ({ sql }, n) => `select ${n} as n, (select jsonb_agg(x) from (select * from (${sql}) broken limit 20) x) as rows`,
    )
    .join(' union all ')}) asked where rows is not null order by n`

/** The rows of a statement that a connection plans when it is first asked. */
async function askOnce<Row>(client: pg.Client | pg.PoolClient, text: string): Promise<(Row & { rows: unknown[] })[]> {
  const name = createHash('sha1').update(text).digest('hex')
  return (await client.query<Row & { rows: unknown[] }>({ name, text })).rows
}

/** How many are asked in one statement. */
const AT_ONCE = 100
/** Those that do not hold, in the order of `some`, each with up to 20 of the rows that break it. */
async function brokenOf(
  client: pg.Client | pg.PoolClient,
  some: readonly Invariant[],
): Promise<{ name: string; rows: unknown[] }[]> {
  const found = new Map<Invariant, unknown[]>()
  for (const invariant of some) if (invariant.find) found.set(invariant, await invariant.find(client))
  const tables = new Map(some.flatMap((each) => (each.versionsOf ? [[each.versionsOf, each] as const] : [])))
  if (tables.size > 0)
    for (const { entity, rows } of await askOnce<{ entity: string }>(client, unaudited([...tables.keys()])))
      found.set(tables.get(entity) as Invariant, rows)
  const asked = some.flatMap((each) => (each.sql ? [each] : []))
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const part = asked.slice(from, from + AT_ONCE)
    for (const { n, rows } of await askOnce<{ n: number }>(client, brokenAtOnce(part)))
      found.set(part[n] as Invariant, rows)
  }
  return some.flatMap((invariant) => {
    const rows = found.get(invariant) ?? []
    return rows.length > 0 ? [{ name: invariant.name, rows }] : []
  })
}

/** The invariants of money that do not hold now; where nothing was ever posted none is asked. */
export async function brokenBooks(client: pg.Client): Promise<string[]> {
  if ((await client.query('select 1 from ledger_entry limit 1')).rowCount === 0) return []
  const found = await brokenOf(
    client,
    invariants.filter(({ name }) => ofMoney(name)),
  )
  return found.map(({ name, rows }) => `${name}: ${JSON.stringify(rows).slice(0, 400)}`)
}

/** The invariants that follow from the tables of the database behind a connection; tests ask them many times. */
const generated = new WeakMap<object, Promise<Invariant[]>>()
function generatedFrom(client: pg.Client | pg.PoolClient): Promise<Invariant[]> {
  const known = generated.get(client)
  if (known) return known
  const made = (async () => [
    ...(await crossTenant(client)),
    ...(await audited(client)),
    ...(await ofLivePatients(client)),
  ])()
  generated.set(client, made)
  return made
}

/**
 * Every invariant that does not hold now, with up to 20 of the rows that break it; none when all is well.
 * @param database the owner's connection string (it sees all tenants) or an open connection of the owner, which plans each statement once
 * @param only leaves out those whose name it refuses
 */
export async function brokenInvariants(
  database: string | pg.Client | pg.PoolClient,
  only: (name: string) => boolean = () => true,
): Promise<{ name: string; rows: unknown[] }[]> {
  const own = typeof database === 'string' ? new pg.Client({ connectionString: database }) : null
  const client = own ?? (database as pg.Client)
  if (own) await own.connect()
  try {
    const all = [...invariants, ...(await generatedFrom(client))]
    return await brokenOf(
      client,
      all.filter(({ name }) => only(name)),
    )
  } finally {
    await own?.end()
  }
}
