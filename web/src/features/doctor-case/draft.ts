import type { doctorCase } from '@dentin/contract/doctor-case'
import type { WireInput } from '@dentin/contract/core/call'
import type { Detail, Proposal } from './hooks.ts'

export type CaseDraft = Partial<WireInput<typeof doctorCase.save>>

/** A case of which nothing is said yet. */
export const blankCase = {
  id: null,
  version: null,
  patientId: null,
  recordId: null,
  title: '',
  categoryId: 2,
  gender: 2,
  ageGroup: '',
  chiefComplaint: '',
  diagnosis: '',
  plan: '',
  content: '',
  teeth: '',
  tags: [],
  months: null,
  cost: null,
  images: [],
} satisfies CaseDraft

/** What a record tells. */
export function ofProposal({ patientName: _, images, ...said }: Proposal): CaseDraft {
  return {
    ...blankCase,
    ...(said as Partial<CaseDraft>),
    images: images.map(({ imageId, stage }) => ({ imageId, stage: stage as 1 })),
  }
}

/** A case that is there, as it stands. */
export function ofDetail(of: Detail): CaseDraft {
  const { id, version, title, chiefComplaint, diagnosis, plan, content, teeth, tags, months, cost, mine } = of
  return {
    id,
    version,
    patientId: mine?.patientId ?? null,
    recordId: mine?.recordId ?? null,
    title,
    categoryId: of.categoryId as 1,
    gender: of.gender as 1,
    ageGroup: of.ageGroup as '',
    chiefComplaint,
    diagnosis,
    plan,
    content,
    teeth,
    tags,
    months,
    cost,
    images: of.pictures.flatMap(({ id: at, stage }) => {
      const source = mine?.sources.find((each) => each.id === at)
      return source ? [{ imageId: source.imageId, stage: stage as 1 }] : []
    }),
  }
}
