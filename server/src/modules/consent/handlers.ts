import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { recordForLacking } from '../record/index.ts'
import { createConsent } from './create.ts'
import { askHead, decideAsking, emergencies, takeBackAsking } from './emergency.ts'
import { makeLink, openByPhone, signByPhone } from './phone.ts'
import { consentsOf, getConsent } from './queries.ts'
import { consentsOfPlan, consentsOfRecord, lackingFor, requirements, saveRequirements } from './required.ts'
import { saveConsent, signConsent, voidConsent } from './signing.ts'
import { saveTemplate, templatesOf } from './templates.ts'

export const consentHandlers: Handlers<typeof contract.consent> = {
  templates: ({ tx, clinicId }) => templatesOf(tx, clinicId),
  saveTemplate,
  requirements,
  saveRequirements,
  ofPatient: consentsOf,
  lacking: async (context, { id }) => lackingFor(context.tx, await recordForLacking(context, id)),
  ofRecord: async (context, { id }) => consentsOfRecord(context.tx, id, await recordForLacking(context, id)),
  ofPlan: consentsOfPlan,
  create: createConsent,
  get: getConsent,
  save: saveConsent,
  sign: signConsent,
  ask: askHead,
  takeBack: takeBackAsking,
  decide: decideAsking,
  emergencies,
  void: voidConsent,
  link: makeLink,
  open: openByPhone,
  signByPhone,
}
