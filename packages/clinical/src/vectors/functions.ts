import {
  childRules,
  estimateWeight,
  laAdrenaline,
  laMax,
  laMix,
  lipidRescue,
  type AnaestheticPatient,
} from '../anaesthetic.ts'
import { cervicalMaturation } from '../bone-age/cervical.ts'
import { handScore, type HandBone } from '../bone-age/hand.ts'
import { facingOf, mmPerPixel, type Facing, type Ruler } from '../cephalometry/frame.ts'
import type { Point, Points } from '../cephalometry/geometry.ts'
import { lateralAnalysis, type LateralInput } from '../cephalometry/lateral.ts'
import { readAgainst } from '../cephalometry/norms.ts'
import { frontalFace } from '../face/frontal.ts'
import { archLength } from '../models/arch.ts'
import { boltonAnalysis, type BoltonNorm, type Widths } from '../models/bolton.ts'
import { mixedDentition, type Arch, type Prediction } from '../models/mixed-dentition.ts'
import { parChange, parScore, type ParComponents } from '../models/par.ts'
import { perioFigures, type ToothSites } from '../perio/chart.ts'
import { periodontalRisk, type RiskInput } from '../perio/risk.ts'
import { perioStaging, type PerioCase } from '../perio/staging.ts'
import { toothNumber } from '../teeth.ts'
import { predictProfile, type VtoPlan } from '../vto/plan.ts'
import { thinPlateSpline } from '../vto/warp.ts'

/** What the worked cases give to one calculator or another, under the names of their format. */
export interface VectorInput
  extends
    AnaestheticPatient,
    Omit<RiskInput, 'age'>,
    Omit<PerioCase, 'age' | 'cigarettesPerDay'>,
    Omit<LateralInput, 'points' | 'facing'>,
    ParComponents {
  points: Points
  facing: Facing
  p1: Ruler['p1']
  p2: Ruler['p2']
  mm: number
  value: number
  mean: number
  sd?: number | null
  mmPerPx?: number | null
  sex: 'male' | 'female'
  stages: Partial<Record<HandBone, string>>
  drug: string
  cartridgeMl: number
  given: { drug: string; ml: number }[]
  next?: { drug: string; cartridgeMl: number }
  ratio: string
  age: number
  adultDoseMg: number
  max: Widths
  mand: Widths
  norm: BoltonNorm
  lowerIncisors: number[]
  arch: Arch
  method: Prediction
  availablePerQuadrant: number[]
  available: number
  required: number
  speeLeft: number
  speeRight: number
  pre: number
  post: number
  teeth: Record<string, ToothSites>
  fdi: number | string
  plan: VtoPlan
  src: Point[]
  dst: Point[]
  query: Point[]
}

const invalid = { error: 'invalid' }

/** The calculators by the names that the worked cases use. */
export const vectorFunctions: Readonly<Record<string, (input: VectorInput) => unknown>> = {
  calibrate: ({ p1, p2, mm }) => {
    const mmPerPx = mmPerPixel({ p1, p2, mm })
    return mmPerPx === null ? invalid : { mmPerPx }
  },
  detectFacing: ({ points }) => ({ facing: facingOf(points) }),
  interpret: ({ value, mean, sd = null }) => readAgainst(value, { mean, sd }),
  cephLateral: (input) => lateralAnalysis(input),
  frontalFace: ({ points, mmPerPx = null }) => frontalFace(points, mmPerPx),
  cvm: ({ points, facing }) => cervicalMaturation(points, facing ?? facingOf(points) ?? 'right'),
  rusScore: ({ sex, stages }) => {
    const sms = handScore(sex, stages)
    return sms === null ? invalid : { sms }
  },
  vto: ({ points, plan }) => predictProfile(points, plan),
  tps: ({ src, dst, query }) => {
    const map = thinPlateSpline(src, dst)
    return map ? { mapped: query.map(map) } : invalid
  },
  bolton: ({ max, mand, norm }) => boltonAnalysis(max, mand, norm),
  mixedDentition: ({ lowerIncisors, arch, method, availablePerQuadrant }) =>
    mixedDentition(lowerIncisors, arch, method, availablePerQuadrant),
  archLength: ({ available, required, speeLeft, speeRight }) => archLength(available, required, speeLeft, speeRight),
  par: (input) => ({ weighted: parScore(input) }),
  parChange: ({ pre, post }) => parChange(pre, post),
  perioChart: ({ teeth }) => perioFigures(teeth),
  perioStaging: (input) => perioStaging(input),
  pra: (input) => periodontalRisk(input),
  laMax: ({ drug, cartridgeMl, ...patient }) => laMax(drug, patient, cartridgeMl),
  laMix: ({ given, next, ...patient }) => laMix(patient, given, next),
  laAdrenaline: ({ ratio, cardiac, cartridgeMl }) => laAdrenaline(ratio, cardiac ?? false, cartridgeMl),
  childRules: ({ age, weightKg, adultDoseMg }) => childRules(age, weightKg, adultDoseMg),
  estimateWeight: ({ age }) => ({ kg: estimateWeight(age) }),
  lipidRescue: ({ weightKg }) => lipidRescue(weightKg),
  toothNumber: ({ fdi }) => toothNumber(String(fdi)),
}
