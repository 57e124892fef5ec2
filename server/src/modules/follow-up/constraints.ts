import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  follow_rule_name_key: { refusal: 'FOLLOW_RULE_NAME_TAKEN', field: 'name', message: '已有同名的随访规则' },
  follow_template_name_key: { refusal: 'FOLLOW_TEMPLATE_NAME_TAKEN', field: 'name', message: '已有同名的内容模板' },
}
