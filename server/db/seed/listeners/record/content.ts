import { findIcd } from '@dentin/clinical'
import type { VisitText } from '../../catalogue/courses.ts'
import type { Visit } from '../../events.ts'
import { tariffOf } from '../../organisation.ts'
import type { Random } from '../../random.ts'
import { injectionOf, type Injecting } from './injection.ts'
import { toothMarkOf } from './mouths.ts'

/** What a record says of its visit. */
type Written = Pick<Visit, 'treatType' | 'planLines'> & {
  patient: Pick<Visit['patient'], 'diseases' | 'allergy'>
  clinic: { company: Pick<Visit['clinic']['company'], 'tariffs'> }
}

/** The sections of a record, as the record screens read them. */
export function contentOf(
  r: Random,
  visit: Written,
  text: VisitText,
  { ended, injecting }: { ended: boolean; injecting: Injecting },
): Record<string, unknown> {
  const { patient, treatType } = visit
  const { tariffs } = visit.clinic.company
  const hypertension = patient.diseases.includes('高血压')
  const pressure = text.vitals || hypertension
  const first = treatType !== 2
  const goesOn = !first && text.again === true
  return {
    chiefComplaint: text.chief,
    presentIllness: goesOn ? '' : text.present,
    interval: goesOn ? text.present : '',
    pastHistory:
      patient.diseases.length > 0 ? `${patient.diseases.join('、')}病史。` : first ? '否认系统性疾病史。' : '',
    allergyHistory: patient.allergy ? `${patient.allergy}过敏` : first ? '否认药物过敏史。' : '',
    familyHistory: '',
    personalHistory: '',
    generalCondition: {
      bloodPressureSys: pressure ? r.int(hypertension ? 132 : 108, hypertension ? 148 : 132) : null,
      bloodPressureDia: pressure ? r.int(hypertension ? 80 : 64, hypertension ? 92 : 84) : null,
      pulse: pressure ? r.int(64, 84) : null,
      temperature: null,
      bloodGlucose: null,
      height: null,
      weight: null,
      asa: null,
      pregnancy: null,
      pregnancyWeek: null,
    },
    exams: text.exams,
    auxExams: text.aux ?? [],
    diagnoses: text.diagnoses.map((each) => ({
      teeth: each.teeth,
      icdCode: each.code,
      icdName: findIcd(each.code)?.nameZh ?? '',
      kind: each.kind ?? 1,
    })),
    plans: text.plans ?? [],
    treatments: ended
      ? text.treatments.map((each) => ({
          teeth: each.teeth,
          content: each.content,
          tariffs: each.items.map(([code, qty]) => {
            const planLineId = visit.planLines?.get(code)
            return { tariffId: tariffOf(tariffs, code).id, qty, ...(planLineId ? { planLineId } : {}) }
          }),
          ...injected(r, each, injecting),
        }))
      : [],
    advice: ended ? text.advice : '',
    nextVisit: {
      days: ended ? (text.next?.days ?? null) : null,
      remark: ended ? (text.next?.remark ?? '') : '',
      doctorId: null,
      itemIds: [],
    },
    toothMarks: ended ? (text.marks ?? []).map((mark) => toothMarkOf(mark, 'completed')) : [],
  }
}

/** A line of its own where the words can be read; the story has always drawn a lot for them. */
function injected(r: Random, { anesthetic, teeth }: VisitText['treatments'][number], injecting: Injecting) {
  if (!anesthetic) return { anesthetic: null }
  const batch = `A${r.int(240601, 261012)}`
  const line = injectionOf(anesthetic, teeth, injecting)
  return line ? { anesthetic: null, anaesthetics: [line] } : { anesthetic: { ...anesthetic, batch } }
}
