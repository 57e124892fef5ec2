import type { RecordContent } from '@dentin/contract'
import { parseTeeth } from '@dentin/clinical'
import { mouthFilms } from '@dentin/contract/picture'
import { addDays, formatDate, type LocalDate } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { filmsOf, type Film } from '../picture/index.ts'
import { tariffsIn } from './for-consents.ts'

/** A film of the tooth is not older than so many days before a root canal, a CBCT not older before an implant. */
const ROOT_DAYS = 90
const CBCT_DAYS = 365
const CBCT = 17

const ROOT = /根管|牙髓摘除/
const FILLED = /根管充填|根充|根管治疗完成/
const IMPLANT = /种植体|种植手术|植入术|种植一期/
/** What is no implantation: what goes on top, what comes after, what only prepares. */
const NOT_IMPLANT = /冠|基台|二期|导板|取模|咨询|复查/

/** Which films of what was done are not there, by what asks for them. */
export interface LackingFilms {
  /** Teeth with a root canal and no film of the last 90 days. */
  root: readonly string[]
  /** Teeth whose root was filled, without a film since the visit. */
  filled: readonly string[]
  /** An implant went in, without a CBCT of the last twelve months. */
  cbct: boolean
}

/** A treatment with the names of its items. */
export interface DoneRow {
  teeth: readonly string[]
  content: string
  items: readonly string[]
}

const isImplant = (item: string): boolean => IMPLANT.test(item) && !NOT_IMPLANT.test(item)

/** What is lacking of the films that the items ask for. @param day of the visit */
export function lackingFilms(rows: readonly DoneRow[], films: readonly Film[], day: LocalDate): LackingFilms {
  const shows = (film: Film, tooth: string) =>
    mouthFilms.some((kind) => kind === film.type) || film.teeth.includes(tooth)
  const lacking = (wanted: readonly DoneRow[], from: LocalDate) => [
    ...new Set(
      wanted.flatMap(({ teeth }) =>
        teeth.filter((tooth) => !films.some((film) => film.takenOn >= from && shows(film, tooth))),
      ),
    ),
  ]
  const root = rows.filter(({ items }) => items.some((item) => ROOT.test(item)))
  const filled = root.filter(({ items, content }) => [...items, content].some((words) => FILLED.test(words)))
  const implant = rows.some(({ items }) => items.some(isImplant))
  return {
    root: lacking(root, addDays(day, -ROOT_DAYS)),
    filled: lacking(filled, day),
    cbct: implant && !films.some(({ type, takenOn }) => type === CBCT && takenOn >= addDays(day, -CBCT_DAYS)),
  }
}

/** The treatments of a text with the names of their items. */
async function doneRows(tx: TenantTx, clinicId: string, content: RecordContent): Promise<DoneRow[]> {
  const rows = content.treatments.filter(({ tariffs }) => tariffs.length > 0)
  if (rows.length === 0) return []
  const items = await tariffsByIds(tx, clinicId, tariffsIn(content))
  return rows.map(({ teeth, content: words, tariffs }) => ({
    teeth: teeth === '' ? [] : parseTeeth(teeth).map(({ code }) => code),
    content: words,
    items: tariffs.flatMap(({ tariffId }) => items.get(tariffId)?.name ?? []),
  }))
}

/** Reads the films that the items ask for; nothing where none does. */
export async function filmsLacking(
  tx: TenantTx,
  record: { clinicId: string; patientId: string; visitTime: Date },
  content: RecordContent,
): Promise<{ films: LackingFilms; implants: readonly string[] }> {
  const rows = await doneRows(tx, record.clinicId, content)
  const day = formatDate(record.visitTime)
  const implants = rows.flatMap(({ items, content: words }) => (items.some(isImplant) ? [words] : []))
  const asks = implants.length > 0 || rows.some(({ items }) => items.some((item) => ROOT.test(item)))
  const films = asks ? await filmsOf(tx, record.patientId, addDays(day, -CBCT_DAYS)) : []
  return { films: lackingFilms(rows, films, day), implants }
}
