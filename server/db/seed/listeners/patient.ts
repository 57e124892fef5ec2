import { fen, fenToYuan, sum, yuanToFen, type Fen } from '@dentin/kit'
import type { Listener } from '../story.ts'
import type { World } from '../world.ts'
import { makeCentre } from './patient/centre.ts'

/** The running figures of a file. */
interface Figures {
  first: { at: Date; doctorId: string; clinicId: string } | null
  last: Date | null
  visits: number
  consumed: number
}

export const patient: Listener = {
  module: 'patient',
  dice: 'story',
  hear: ({ world, companies }) => {
    const figures = new Map<string, Figures>()
    const figuresOf = (patientId: string): Figures => {
      let found = figures.get(patientId)
      if (!found) figures.set(patientId, (found = { first: null, last: null, visits: 0, consumed: 0 }))
      return found
    }
    return {
      bracesWorn: ({ patient: { doc } }) => world.note(doc.row, { tags: ['正畸在治'] }),
      treated({ visit, seatedAt }) {
        const { patient: who, doctor, clinic } = visit
        const of = figuresOf(who.id)
        // Two visits of one day are not always told in their order.
        if (!of.first || seatedAt < of.first.at) {
          of.first = { at: seatedAt, doctorId: doctor.id, clinicId: clinic.id }
          // The dear treatments are talked over with the clinic's consultant.
          const dear = doctor.skills.some((skill) => ['implant', 'ortho', 'prosth'].includes(skill))
          world.note(who.doc.row, {
            resp_doctor_id: doctor.id,
            ...(dear ? { consultant_id: clinic.consultant.id } : {}),
          })
        }
        if (!of.last || seatedAt > of.last) of.last = seatedAt
        of.visits += 1
      },
      moneyMoved({ patient: { id }, amount }) {
        figuresOf(id).consumed += amount
      },
      daysLived: () => putFigures(world, figuresOf),
      presentReached: () => makeCentre(world, companies),
    }
  },
}

function putFigures(world: World, figuresOf: (patientId: string) => Figures): void {
  const arrears = new Map<string, Fen[]>()
  for (const bill of world.rows('bill')) {
    const owed = yuanToFen(bill.arrears_amount as string)
    if (owed > 0) arrears.set(bill.patient_id, [...(arrears.get(bill.patient_id) ?? []), owed])
  }
  for (const row of world.rows('patient')) {
    const { first, last, visits, consumed } = figuresOf(row.id)
    world.put('patient_stat', {
      tenant_id: row.tenant_id,
      patient_id: row.id,
      first_visit_at: first?.at ?? null,
      first_doctor_id: first?.doctorId ?? null,
      first_clinic_id: first?.clinicId ?? null,
      last_visit_at: last,
      visit_count: visits,
      arrears_amount: fenToYuan(sum(arrears.get(row.id) ?? [])),
      consume_total: fenToYuan(fen(consumed)),
    })
  }
}
