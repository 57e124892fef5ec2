import { debtors, mainPatient, scriptedDay } from '../catalogue/script.ts'
import { FIRST_DAY, type Clinic } from '../organisation.ts'
import type { Story } from '../story.ts'
import { PatientMaker, type Patient, type PatientWish } from './patients.ts'

/** How many patients each clinic has at the end. */
const patientCounts: Readonly<Record<string, number>> = {
  望湖路门诊: 1150,
  滨江门诊: 640,
  城西门诊: 510,
  青禾口腔诊所: 700,
}

/** Everybody who has a file, by the clinic; some are known by name. */
export class People {
  readonly #maker: PatientMaker
  readonly #pools = new Map<Clinic, Patient[]>()
  readonly #newcomers = new Map<Clinic, Patient[]>()
  /** Those of the worked-out day, and those who owe. */
  readonly named = new Map<string, Patient>()

  constructor(
    readonly story: Story,
    readonly clinics: readonly Clinic[],
  ) {
    this.#maker = new PatientMaker(story.world)
  }

  /** Opens every file, those of the worked-out day first. */
  openFiles(): void {
    const main = this.clinics[0] as Clinic
    const wishes = new Map<string, PatientWish>()
    for (const { patient } of [...debtors, ...scriptedDay])
      wishes.set(patient.name, { ...wishes.get(patient.name), ...patient })
    for (const wish of wishes.values()) if (wish.number) this.#maker.reserve(main.company, wish.number)
    for (const wish of wishes.values()) this.#openWished(main, wish)
    for (const clinic of this.clinics) {
      const pool: Patient[] = []
      const count = (patientCounts[clinic.name] ?? 300) - (clinic === main ? wishes.size : 0)
      for (let n = 0; n < count; n += 1) pool.push(this.#open(clinic))
      this.#pools.set(clinic, pool)
      this.#newcomers.set(clinic, [])
    }
  }

  #openWished(clinic: Clinic, wish: PatientWish): void {
    const { world } = this.story
    const year = wish.number && Number(wish.number.slice(0, 4))
    let createdDay = wish.createdDay
    if (wish.name === mainPatient.name) createdDay = this.dayOf('2023-04-18')
    else if (year)
      createdDay = Math.min(this.dayOf(`${year}-${String(world.r.int(1, 12)).padStart(2, '0')}-15`), FIRST_DAY - 5)
    const patient = this.#open(clinic, {
      ...wish,
      createdDay: createdDay ?? -world.r.int(FIRST_DAY * -1 + 5, 900),
    })
    this.named.set(wish.name, patient)
  }

  #open(clinic: Clinic, wish?: PatientWish): Patient {
    const patient = this.#maker.make(clinic, wish)
    this.story.tell('fileOpened', { patient })
    return patient
  }

  dayOf(date: string): number {
    return Math.round((Date.parse(date) - Date.parse(this.story.world.today)) / 86_400_000)
  }

  /** Those who come by chance to a clinic. */
  of(clinic: Clinic): Patient[] {
    return this.#pools.get(clinic) as Patient[]
  }

  /** Whose files were opened in the last days, and who has not come yet. */
  newcomersOf(clinic: Clinic): Patient[] {
    return this.#newcomers.get(clinic) as Patient[]
  }

  /** Files of yesterday are new today. */
  welcome(clinic: Clinic, day: number): void {
    const list = this.newcomersOf(clinic)
    for (const patient of this.of(clinic)) if (patient.createdDay === day - 1) list.push(patient)
    while (list.length > 0 && (list[0] as Patient).createdDay < day - 9) list.shift()
  }
}
