import { childRules, estimateWeight, laAdrenaline, laMax, laMix, lipidRescue } from '../anaesthetic.ts'
import type { AnaestheticPatient, GivenAnaesthetic } from '../anaesthetic.ts'
import { cvm } from '../bone-age/cervical.ts'
import { rusScore } from '../bone-age/hand.ts'
import { calibrate, detectFacing, type Scale } from '../cephalometry/frame.ts'
import { interpret } from '../cephalometry/interpret.ts'
import { cephLateral, type LateralFilm } from '../cephalometry/lateral.ts'
import { frontalFace, type FrontalFace } from '../face/frontal.ts'
import type { Points } from '../geometry.ts'
import { archLength } from '../model-analysis/arch.ts'
import { bolton } from '../model-analysis/bolton.ts'
import { mixedDentition, type MixedDentition } from '../model-analysis/mixed-dentition.ts'
import { par, parChange, type ParScores } from '../model-analysis/par.ts'
import { perioChart } from '../perio/chart.ts'
import { bleedingIndex, hampDegree, olearyRecord, plaqueIndex } from '../perio/indices.ts'
import { pra, type RiskInput } from '../perio/risk.ts'
import { perioStaging, type PerioCase } from '../perio/staging.ts'
import { toothNumber } from '../teeth.ts'
import { vto, type TreatmentPlan } from '../vto/plan.ts'
import { tps } from '../warp/thin-plate.ts'

type Calculator = (input: unknown) => unknown

/** A calculator that takes the input of a case as its own. The cases are files of ours; what is no such input breaks there. */
const takes =
  <I>(calculate: (input: I) => unknown): Calculator =>
  (input) =>
    calculate(input as I)

interface MaxInput extends AnaestheticPatient {
  drug: string
  cartridgeMl: number
}
interface MixInput extends AnaestheticPatient {
  given: GivenAnaesthetic[]
  next?: { drug: string; cartridgeMl: number }
}

/** Every calculator by the name that worked cases call it. */
export const calculators: Readonly<Record<string, Calculator>> = {
  calibrate: takes<Scale>(calibrate),
  detectFacing: takes<{ points: Points }>(({ points }) => ({ facing: detectFacing(points) })),
  interpret: takes<{ value: number; mean: number; sd?: number | null }>(({ value, mean, sd }) =>
    interpret(value, { mean, sd: sd ?? null }),
  ),
  cephLateral: takes<LateralFilm>(cephLateral),
  frontalFace: takes<FrontalFace>(frontalFace),
  cvm: takes<Parameters<typeof cvm>[0]>(cvm),
  rusScore: takes<Parameters<typeof rusScore>[0]>(rusScore),
  bolton: takes<Parameters<typeof bolton>[0]>(bolton),
  mixedDentition: takes<MixedDentition>(mixedDentition),
  archLength: takes<Parameters<typeof archLength>[0]>(archLength),
  par: takes<ParScores>(par),
  parChange: takes<{ pre: number; post: number }>(parChange),
  perioChart: takes<Parameters<typeof perioChart>[0]>(perioChart),
  perioStaging: takes<PerioCase>(perioStaging),
  pra: takes<RiskInput>(pra),
  olearyRecord: takes<{ teeth: (boolean | null)[][] }>(({ teeth }) => ({ pct: olearyRecord(teeth) })),
  plaqueIndex: takes<{ scores: (number | null)[] }>(({ scores }) => ({ mean: plaqueIndex(scores) })),
  bleedingIndex: takes<{ scores: (number | null)[] }>(({ scores }) => ({ mean: bleedingIndex(scores) })),
  hampDegree: takes<{ mm: number | null; through: boolean }>(({ mm, through }) => ({
    degree: hampDegree(mm, through),
  })),
  vto: takes<{ points: Points; plan: TreatmentPlan }>((input) => vto(input)),
  tps: takes<Parameters<typeof tps>[0]>(tps),
  laMax: takes<MaxInput>(({ drug, cartridgeMl, ...patient }) => laMax(drug, patient, cartridgeMl)),
  laMix: takes<MixInput>(({ given, next, ...patient }) => laMix(patient, given, next)),
  laAdrenaline: takes<{ ratio: string; cardiac?: boolean; cartridgeMl: number }>(({ ratio, cardiac, cartridgeMl }) =>
    laAdrenaline(ratio, cardiac ?? false, cartridgeMl),
  ),
  childRules: takes<{ age: number; weightKg: number; adultDoseMg: number }>(({ age, weightKg, adultDoseMg }) =>
    childRules(age, weightKg, adultDoseMg),
  ),
  estimateWeight: takes<{ age: number }>(({ age }) => ({ kg: estimateWeight(age) })),
  lipidRescue: takes<{ weightKg: number }>(({ weightKg }) => lipidRescue(weightKg)),
  toothNumber: takes<{ fdi: number | string }>(({ fdi }) => toothNumber(fdi)),
}
