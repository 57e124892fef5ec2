import {
  appointItemFields,
  companyItemKeys,
  ownItemKeys,
  type AppointItemKey,
  type OwnItemKey,
} from '@dentin/contract/appoint-item-fields'
import { sql, type RawBuilder } from 'kysely'
import { selectOf } from '../../platform/database/declared.ts'

/** A field of the company's kind of appointment `i`, and of what the clinic says of it, `o`. */
const company = (key: AppointItemKey) => sql.ref(`i.${appointItemFields[key].column}`)
const own = (key: OwnItemKey) => sql.ref(`o.${appointItemFields[key].column}`)
/** Nothing said is '' in a text, null in all else. */
const isText = (key: OwnItemKey) => appointItemFields[key].blank === ''

/** What is the company's alone, what the clinic says otherwise, and as `company` what it says that of. */
export const clinicFields: RawBuilder<unknown> = sql.join([
  selectOf(appointItemFields, 'i', companyItemKeys),
  ...ownItemKeys.map((key) => sql`${isText(key) ? sql`coalesce(${own(key)}, '')` : own(key)} as ${sql.ref(key)}`),
  sql`jsonb_build_object(${sql.join(ownItemKeys.map((key) => sql`${key}::text, ${company(key)}`))})
    || jsonb_build_object('price', i.price::text) as company`,
])

/** How the clinic has it: its own word, or else the company's; each under the name of its column. */
export const fieldsHere: RawBuilder<unknown> = sql.join([
  ...companyItemKeys.map(company),
  ...ownItemKeys.map((key) => {
    const said = isText(key) ? sql`nullif(${own(key)}, '')` : own(key)
    return sql`coalesce(${said}, ${company(key)}) as ${sql.ref(appointItemFields[key].column)}`
  }),
])
