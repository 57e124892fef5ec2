import { FIRST_DAY, LAST_DAY, type Clinic } from '../organisation.ts'
import type { Story } from '../story.ts'
import { Days } from './days.ts'
import { Dues } from './dues.ts'
import { OldVisits } from './old-visits.ts'
import { People } from './people.ts'
import { Planner } from './plan.ts'
import { Scripted } from './scripted.ts'

/** Steps of a visit are kept this many days back in full. */
const IN_FULL = 60

/** Lives through the past of the clinics day by day, then books the coming two weeks. */
export async function liveThrough(story: Story): Promise<void> {
  const { world } = story
  const clinics = story.companies.flatMap((company) => company.clinics)
  const main = clinics[0] as Clinic
  const people = new People(story, clinics)
  const dues = new Dues(world.r)
  const days = new Days(story, main, dues)
  const old = new OldVisits(story, people, days.visits, dues)
  const scripted = new Scripted(story, main, people, dues)
  const planner = new Planner(world, people, dues)

  world.brief = true
  people.openFiles()
  for (const clinic of clinics) {
    old.ofClinic(clinic)
    if (clinic === main) old.ofNamed()
  }
  scripted.mainPatientPast(old)
  scripted.prepare()
  for (const clinic of clinics) old.braces(clinic, clinic === main ? 170 : 80)
  for (let day = FIRST_DAY; day <= LAST_DAY; day += 1) {
    world.brief = day < -IN_FULL
    story.dawn(day)
    for (const clinic of clinics) people.welcome(clinic, day)
    for (const clinic of clinics) {
      for (const doctor of clinic.doctors) {
        const planned = day === 0 && clinic === main ? scripted.today(doctor) : planner.plan(doctor, clinic, day)
        const slots = clinic === main && day === LAST_DAY ? scripted.withMainPatient(doctor, planned) : planned
        if (slots.length > 0) days.live(doctor, day, slots)
      }
    }
  }
  await story.close('daysLived')
}
