import { module } from '../../platform/module.ts'
import { printTemplateHandlers } from './handlers.ts'

/** What this module is to the rest of the house: by which template each paper of money is printed, in each of its versions. */
export const printTemplateModule = module({
  name: 'print-template',
  owns: ['print_template', 'print_template_version'],
  reads: [
    'bill',
    'card_log',
    'card_refund',
    'cash_shift',
    'clinic',
    'commission_slip',
    'instalment_plan',
    'member_card',
    'pay_unit',
    'prepay',
    'prepay_return',
    'refund',
    'unit_claim',
  ],
  handlers: { printTemplate: printTemplateHandlers },
  constraints: { print_template_owner_key: 'VERSION_CONFLICT' },
})
