import { z } from 'zod'
import { choiceField, flagField, nullish, textField } from '../core/field-kinds.ts'
import { localDate } from '../core/fields.ts'
import { guardianRelationNames } from '../patient-words.ts'
import type { PatientFields } from './field.ts'

/** What somebody agreed to. */
export const privacy = {
  /** The day on which the patient, or a minor's guardian, agreed that the data are kept. */
  consentOn: {
    label: '隐私同意',
    column: 'consent_on',
    ask: nullish(localDate('隐私同意日期')),
    shown: z.string().nullable(),
    blank: null,
    seen: 'all',
    section: 'privacy',
    edit: { as: 'consent' },
    view: true,
    copy: true,
    merge: { key: 'consent' },
    sheet: null,
    requirable: true,
  },
  marketingOptOut: {
    ...flagField('不收营销短信'),
    column: 'marketing_opt_out',
    seen: 'all',
    section: 'privacy',
    edit: { with: 'smsOptOut' },
    view: null,
    copy: null,
    merge: { with: 'smsOptOut' },
    sheet: null,
  },
  smsOptOut: {
    ...flagField('不收任何短信'),
    column: 'sms_opt_out',
    seen: 'all',
    section: 'privacy',
    edit: { as: 'optOuts' },
    view: { label: '短信' },
    copy: { label: '短信' },
    merge: { key: 'optOut', label: '短信拒收', unite: 'yes' },
    sheet: null,
  },
  consentGuardian: {
    ...textField('监护人', 30),
    label: '监护人姓名',
    column: 'consent_guardian',
    seen: 'all',
    section: 'privacy',
    edit: { as: 'text', required: true, placeholder: '签署同意的监护人' },
    view: { label: '监护人' },
    copy: { label: '监护人' },
    merge: { with: 'consentOn' },
    sheet: null,
  },
  consentGuardianRelation: {
    ...choiceField('监护人关系', guardianRelationNames),
    column: 'consent_guardian_relation',
    seen: 'all',
    section: 'privacy',
    edit: { as: 'choice', required: true },
    view: null,
    copy: null,
    merge: { with: 'consentOn' },
    sheet: null,
  },
} as const satisfies PatientFields
