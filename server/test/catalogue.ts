import type pg from 'pg'

/** Tables that name a tenant and lie outside of its walls: read by the platform itself, across companies. */
export const PLATFORM_TABLES: readonly string[] = [
  'account_clinic',
  'session',
  'vip_desk',
  'vip_standing',
  'clinic_directory',
  'booking_page',
  'queue_screen',
  'consent_link',
  'image_grant',
  'document_code',
  'invoice_code',
  'relate_apply',
  'gateway_trade',
  'strayed_payment',
  'pay_ticket',
  'sms_dispatch',
  'sms_review',
]

/** The schema rules as queries over the catalogue; each gives one row per violation, with its name in `what`. */
export const catalogueRules: { rule: string; sql: string }[] = [
  {
    rule: 'tenant_id comes first in every primary key and stands in every unique and exclusion key of a tenant table',
    sql: `select conrelid::regclass || '.' || conname as what from pg_constraint k where contype in ('p', 'u', 'x') and conrelid = any(%TENANT%)
      and ((contype = 'p' and (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) <> 'tenant_id')
        or not exists (select 1 from pg_attribute where attrelid = conrelid and attname = 'tenant_id' and attnum = any(conkey)))`,
  },
  {
    rule: 'unique indexes of tenant tables contain tenant_id',
    sql: `select indexrelid::regclass::text as what from pg_index where indisunique and indrelid = any(%TENANT%)
      and not exists (select 1 from pg_attribute where attrelid = indrelid and attname = 'tenant_id' and attnum = any(indkey::int2[]))`,
  },
  {
    rule: 'foreign keys between tenant tables carry tenant_id on both sides, and none cascades an update or sets null',
    sql: `select conrelid::regclass || '.' || conname as what from pg_constraint where contype = 'f' and conrelid = any(%TENANT%)
      and ((confrelid = any(%TENANT%) and not exists (select 1 from pg_attribute where attrelid = conrelid and attname = 'tenant_id' and attnum = any(conkey)))
        or confdeltype not in ('a', 'r', 'c') or confupdtype not in ('a', 'r'))`,
  },
  {
    rule: 'row security is enabled and forced on every tenant table, with the tenant policy',
    sql: `select c.oid::regclass::text as what from pg_class c where c.oid = any(%TENANT%) and c.relkind in ('r', 'p') and not c.relispartition
      and (not relrowsecurity or not relforcerowsecurity or not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant'))`,
  },
  {
    rule: 'tables with a clinic_id also have the clinic policy',
    sql: `select c.oid::regclass::text as what from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id' and a.attnotnull
      where c.oid = any(%TENANT%) and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('tooth_condition')
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'clinic' and not p.polpermissive)`,
  },
  {
    rule: 'no triggers on tenant tables',
    sql: `select tgname::text as what from pg_trigger where not tgisinternal and tgrelid = any(%TENANT%)`,
  },
  {
    rule: 'no identity, serial or sequence default in tenant tables',
    sql: `select attrelid::regclass || '.' || attname as what from pg_attribute a where attrelid = any(%TENANT%) and attnum > 0
      and (attidentity <> '' or exists (select 1 from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum and pg_get_expr(d.adbin, d.adrelid) like 'nextval%'))`,
  },
  {
    rule: 'no enum types',
    sql: `select typname::text as what from pg_type where typtype = 'e' and typnamespace = 'public'::regnamespace`,
  },
  {
    rule: 'names of constraints and indexes are at most 50 bytes and end in no digits that a shard adds',
    sql: `select name as what from (
        select conname::text as name from pg_constraint where conrelid = any(%TENANT%)
        union select indexrelid::regclass::text from pg_index where indrelid = any(%TENANT%)) n
      where octet_length(name) > 50 or name ~ '_[0-9]{6,}$'`,
  },
  {
    rule: 'every view is security_invoker',
    sql: `select oid::regclass::text as what from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
      and not coalesce(reloptions @> array['security_invoker=true'], false)`,
  },
  {
    rule: 'the app role owns nothing, is no superuser and does not see through row security',
    sql: `select c.oid::regclass::text as what from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = 'dentin_app'
      union select rolname from pg_roles where rolname = 'dentin_app' and (rolsuper or rolbypassrls)`,
  },
  {
    rule: 'a security definer function that the app may call checks its tenant',
    sql: `select p.oid::regprocedure::text as what from pg_proc p where prosecdef and pronamespace in ('app'::regnamespace, 'public'::regnamespace)
      and has_function_privilege('dentin_app', p.oid, 'execute') and prosrc not like '%current_setting(''app.tenant_id''%' and proname not in ('ensure_month_partition', 'prepare_audit', 'forget_false_notices')`,
  },
  {
    rule: 'append-only tables cannot be changed or emptied by the app',
    sql: `select t as what from unnest(array['audit', 'status_log', 'appointment_change', 'medical_record_version', 'record_seal', 'record_seal_item', 'consent_text', 'consent_signature', 'consent_sheet', 'consent_template_version', 'issued_document', 'follow_call', 'bill_payment', 'provider_audit', 'vip_extension', 'sms_ledger', 'ledger_entry', 'ledger_posting', 'refund_item', 'instalment_period', 'bill_item_execution', 'card_log', 'card_change', 'prepay_log', 'card_right_use', 'unit_claim', 'unit_settlement_line', 'invoice_source', 'invoice_red_part', 'print_template_version']) t
      where has_table_privilege('dentin_app', t, 'update') or has_table_privilege('dentin_app', t, 'delete') or has_table_privilege('dentin_app', t, 'truncate')`,
  },
  {
    rule: 'no grants on partitions',
    sql: `select c.oid::regclass::text as what from pg_class c where relispartition and relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_table_privilege('dentin_app', c.oid, 'select')`,
  },
  {
    rule: 'money is numeric(14,2) and nothing is a float',
    sql: `select table_name || '.' || column_name as what from information_schema.columns where table_schema = 'public'
      and (data_type in ('real', 'double precision', 'money') or (data_type = 'numeric' and (numeric_precision, numeric_scale) is distinct from (14, 2)))`,
  },
]

/** Runs every rule; gives the violations as 'rule: what'. */
export async function catalogueViolations(client: pg.Client): Promise<string[]> {
  const tenant = `array(select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not in (${PLATFORM_TABLES.map((name) => `'${name}'`).join(', ')}))`
  const found: string[] = []
  for (const { rule, sql } of catalogueRules) {
    const rows = await client.query<{ what: string }>(sql.replaceAll('%TENANT%', tenant))
    found.push(...rows.rows.map((row) => `${rule}: ${row.what}`))
  }
  return found
}
