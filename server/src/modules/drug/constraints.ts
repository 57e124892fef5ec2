import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  company_drug_name_key: { refusal: 'DRUG_NAME_TAKEN', field: 'name' },
}
