import { findIcd, formatTeeth, parseTeeth, toothText } from '@dentin/clinical'
import { ADULT_AGE, consentStates, ORTHO_CONSENT, PHOTO_CONSENT, type ConsentContent } from '@dentin/contract/consent'
import { orthoTermsKey, orthoTermsText, type OrthoTerms } from '@dentin/contract/core/ortho-words'
import { orthoStates } from '@dentin/contract/orthodontic'
import { ageOn, fenToYuan, formatDate, sum } from '@dentin/kit'
import { platformTemplates, type PlatformTemplate } from '../../../src/modules/consent/data/index.ts'
import { fillConsent } from '../../../src/modules/consent/filling.ts'
import { sealOf, textHash } from '../../../src/modules/consent/seal.ts'
import type { VisitText } from '../catalogue/courses.ts'
import { signatureOf } from '../catalogue/handwriting.ts'
import type { StoryEvents, Visit } from '../events.ts'
import { tariffOf, type Company } from '../organisation.ts'
import type { Listener, Scene } from '../story.ts'
import type { World } from '../world.ts'

/** Which text the categories of the price list ask for. */
const ASKING: Readonly<Record<string, string>> = { 拔牙: 'extraction', 种植外科: 'implant', 根管治疗: 'root-canal' }
/** Items of these categories that are no treatment of their own: rubber dam, microscope, instruments, second stage, guide. */
const WITHOUT = new Set(['GG10', 'GG11', 'BY05', 'ZZ05'])
/** How many of these treatments have their consent; the rest makes the quality list speak. */
const SIGNED = 0.95
/** A signature covers so many days: the next visits of a course ask for none. */
const COVERS_DAYS = 90
/** Consents are kept since so many days before the present; the first clinic in full, of the others a third. */
const SINCE = -180
/** Since so many days before the present patients are asked whether their pictures may be shown, how many in braces, and how many agree. */
const PHOTOS_SINCE = { braces: -120, root: -14 }
const ASKED_IN_BRACES = 10
const ALLOWING = 0.7
/** The text that is signed with an orthodontic plan. */
const PLAN = ORTHO_CONSENT
const DEVICE = 'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15'

export const consent: Listener = {
  module: 'consent',
  dice: 'own',
  hear: ({ world, companies, tell }) => {
    const [company] = companies
    const consents = company && new Consents(world, company, tell)
    const photographs = company && new Consents(world.withDice(world.r.of('photographs')), company, tell)
    return {
      examined: ({ visit, at, text, ended }) => {
        if (!ended) return
        consents?.before(visit, text, at)
        photographs?.allowed(visit, text, at)
      },
      caseTold: (told) => photographs?.planSigned(told),
      presentReached: () => consents?.finish(),
    }
  },
}

/** Informed consents of treatments that ask for one, signed before they begin. */
class Consents {
  /** When a patient last signed a text. */
  readonly #covered = new Map<string, number>()
  readonly #braces = new Set<string>()
  /** Plans so far that nobody has begun. */
  #waiting = 0
  readonly #templates = new Map(platformTemplates.map((each) => [each.key, each]))

  constructor(
    readonly world: World,
    readonly company: Company,
    readonly tell: Scene['tell'],
  ) {}

  /** Who wears braces since long, or had a root canal these days, is asked whether the pictures may be shown; many agree. */
  allowed(visit: Visit, text: VisitText, at: Date): void {
    const { world, company } = this
    const { clinic, patient, title, day } = visit
    if (clinic !== company.clinics[0] || patient.reserved) return
    const braces = /正畸|矫/.test(title)
    if (braces && this.#braces.size < ASKED_IN_BRACES) this.#braces.add(patient.id)
    const isAsked = braces
      ? day >= PHOTOS_SINCE.braces && this.#braces.has(patient.id)
      : /根管/.test(title) && day >= PHOTOS_SINCE.root
    const template = this.#templates.get(PHOTO_CONSENT)
    if (!isAsked || !template || this.#covered.has(patient.id)) return
    this.#covered.set(patient.id, day)
    if (world.r.chance(ALLOWING)) this.#sign(template, visit, text, new Date(at.getTime() + 240_000), PHOTO_CONSENT)
  }

  /** The plan of an orthodontic case, before it begins; of those that still wait, every second is signed. */
  planSigned({
    patient,
    doctor,
    clinic,
    status,
    recordId,
    caseId,
    planName,
    terms,
    examinedAt,
  }: StoryEvents['caseTold']): void {
    const template = this.#templates.get(PLAN)
    if (!template) return
    if (orthoStates.is(status, 'planning') && (this.#waiting += 1) % 2 === 0) return
    const visit = { clinic, patient, doctor, ids: { record: recordId } }
    const said = { diagnoses: [], treatments: [] }
    this.#sign(template, visit, said, new Date(examinedAt.getTime() + 900_000), PLAN, {
      name: planName,
      caseId,
      terms,
    })
  }

  /** What the treatment of a visit asks for is signed in the chair. */
  before(visit: Visit, text: VisitText, at: Date): void {
    const { world, company } = this
    const { clinic, patient, day } = visit
    if (day < SINCE || !company.clinics.includes(clinic) || patient.reserved) return
    const codes = text.treatments
      .flatMap(({ items }) => items.map(([code]) => code))
      .filter((code) => !WITHOUT.has(code))
    const keys = new Set(codes.flatMap((code) => ASKING[tariffOf(company.tariffs, code).group] ?? []))
    for (const key of keys) {
      const template = this.#templates.get(key)
      const last = this.#covered.get(`${patient.id} ${key}`)
      if (!template || (last !== undefined && day - last < COVERS_DAYS)) continue
      const wanted = clinic === company.clinics[0] ? SIGNED : SIGNED / 3
      if (!world.r.chance(wanted)) continue
      this.#covered.set(`${patient.id} ${key}`, day)
      this.#sign(template, visit, text, new Date(at.getTime() + 150_000), key)
    }
  }

  #sign(
    template: PlatformTemplate,
    visit: Pick<Visit, 'clinic' | 'patient' | 'doctor'> & { ids: { record: string } },
    text: Pick<VisitText, 'diagnoses' | 'treatments'>,
    at: Date,
    key: string,
    plan: { name: string; caseId: string; terms: OrthoTerms } | null = null,
  ): void {
    const { world, company } = this
    const { clinic, patient, doctor, ids } = visit
    const lines = text.treatments.flatMap(({ items }) =>
      items.map(([code, qty]) => ({ tariff: tariffOf(company.tariffs, code), qty })),
    )
    const asking = Object.keys(ASKING).find((group) => ASKING[group] === key)
    const teeth = [...new Set(text.treatments.map((row) => row.teeth).filter(Boolean))].join(';')
    const stored = teeth ? formatTeeth(parseTeeth(teeth)) : ''
    const age = ageOn(patient.birth, formatDate(at)).years
    const own = patient.doc.row
    const draft = fillConsent(
      template.name,
      template.content,
      {
        name: patient.name,
        gender: patient.gender,
        age,
        medicalNumber: own.medical_number ?? '',
        phoneTail: (own.mobile ?? '').slice(-4),
      },
      {
        姓名: patient.name,
        诊断: [...new Set(text.diagnoses.flatMap(({ code }) => findIcd(code)?.nameZh ?? []))].join('、'),
        牙位: stored ? toothText(parseTeeth(stored)) : '',
        治疗: plan
          ? orthoTermsText(plan.name, plan.terms)
          : [...new Set(lines.flatMap(({ tariff }) => (tariff.group === asking ? tariff.name : [])))].join('、'),
        麻醉: text.treatments.some(({ anesthetic }) => anesthetic) ? '局部麻醉' : '',
        费用: plan
          ? (plan.terms.fee?.total ?? '')
          : fenToYuan(sum(lines.map(({ tariff, qty }) => (tariff.price * qty) as typeof tariff.price))),
        医生: doctor.name,
        门诊: clinic.name,
        日期: formatDate(at),
      },
      [...patient.diseases, ...(patient.allergy ? [`${patient.allergy}过敏`] : [])],
    )
    const content: ConsentContent = { ...draft, ticks: draft.ticks.map((each) => ({ ...each, ticked: true })) }
    const isChild = age < ADULT_AGE
    const relation = isChild ? world.r.pick(['母亲', '父亲'] as const) : ''
    const signerName = isChild
      ? `${patient.name[0]}${world.r.pick(['丽华', '建国', '晓燕', '志强', '敏', '伟'])}`
      : patient.name
    const signer = {
      signerName,
      signerRelation: relation,
      signerIdTail: isChild ? String(world.r.int(1000, 9999)) : '',
      templateKey: template.key,
      templateVersion: template.versionNo,
    }
    const ofPatient = { role: isChild ? 'guardian' : 'patient', name: signerName, at: new Date(at.getTime() + 95_000) }
    const ofDoctor = { role: 'doctor', name: doctor.name, at: new Date(at.getTime() + 120_000) }
    const signatures = [ofPatient, ofDoctor].map(({ role, name, at: signedAt }) => ({
      role,
      name,
      signedAt,
      strokes: signatureOf(world.r, name),
    }))
    const hash = textHash(content)
    const whose = { tenant_id: company.tenantId, clinic_id: clinic.id }
    const doc = world.create(
      'consent',
      {
        ...whose,
        id: world.r.uuid(at),
        consent_no: '',
        patient_id: patient.id,
        record_id: ids.record || null,
        ortho_case_id: plan?.caseId ?? null,
        ortho_terms: plan ? orthoTermsKey(plan.terms) : '',
        doctor_id: doctor.id,
        template_key: template.key,
        template_name: template.name,
        template_version: template.versionNo,
        kind: template.kind,
        teeth: stored,
        status: consentStates.code.toSign,
        draft: JSON.stringify(draft),
        signer_kind: null,
        signer_name: '',
        signer_relation: '',
        signer_id_tail: '',
        sign_time: null,
        seal_hash: null,
        pdf_hash: null,
        void_reason: '',
        void_name: '',
        void_time: null,
        created_by: doctor.id,
        created_name: doctor.name,
        created_at: at,
        updated_at: at,
      },
      doctor,
      at,
      patient.id,
    )
    world.step('consent', doc.row, null, consentStates.code.toSign, doctor, at)
    world.put('consent_text', {
      ...whose,
      id: world.r.uuid(ofPatient.at),
      consent_id: doc.row.id,
      content: JSON.stringify(content),
      content_hash: hash,
      fixed_at: ofPatient.at,
    })
    for (const { role, name, strokes, signedAt } of signatures)
      world.put('consent_signature', {
        ...whose,
        id: world.r.uuid(signedAt),
        consent_id: doc.row.id,
        role,
        name,
        strokes: JSON.stringify(strokes),
        signed_at: signedAt,
        via: 1,
        device: DEVICE,
        address: '10.0.3.21',
        attended_name: doctor.name,
      })
    world.change(
      doc,
      {
        status: consentStates.code.signed,
        signer_kind: isChild ? 2 : 1,
        signer_name: signer.signerName,
        signer_relation: signer.signerRelation,
        signer_id_tail: signer.signerIdTail,
        sign_time: ofDoctor.at,
        seal_hash: sealOf(hash, signer, signatures, null),
      },
      doctor,
      ofDoctor.at,
      { action: 'sign' },
    )
    world.step('consent', doc.row, consentStates.code.toSign, consentStates.code.signed, doctor, ofDoctor.at)
    this.tell('consented', { patient, key, at: ofDoctor.at })
  }

  /** What asks for which text, and the numbers. */
  finish(): void {
    const { world, company } = this
    for (const category of world.rows('tariff_category')) {
      const key = category.parent_id ? ASKING[category.name] : undefined
      if (!key || category.tenant_id !== company.tenantId) continue
      world.put('consent_requirement', {
        tenant_id: company.tenantId,
        id: world.r.uuid(world.now),
        template_key: key,
        tariff_id: null,
        category_id: category.id,
        appoint_item_id: null,
      })
    }
    world.number(
      'consent',
      () => 'TY',
      (row) => row.created_at as Date,
      (row, _count, text) => world.note(row, { consent_no: text() }),
    )
  }
}
