import type { RecordContent } from '@dentin/contract'
import { parseTeeth } from '@dentin/clinical'
import type { ImplantLine } from '@dentin/contract/core/implant-line'
import { mouthFilms } from '@dentin/contract/picture'
import { addDays, formatDate, type LocalDate } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { filmsOf, type Film } from '../picture/index.ts'
import { itemsOf, type ItemFacts, type ItemsOfText } from './items.ts'

/** A film of the tooth is not older than so many days before a root canal, a CBCT not older before an implant. */
const ROOT_DAYS = 90
const CBCT_DAYS = 365
const CBCT = 17

/** Steps of a root canal. */
const [GOES_ON, FILLED] = [1, 2]
/** Where one item stands for the whole root canal, the treatment says that it is filled. */
const FILLED_WORDS = /根管充填|根充|根管治疗完成/

/** Which films of what was done are not there, by what asks for them. */
export interface LackingFilms {
  /** Teeth with a root canal and no film of the last 90 days. */
  root: readonly string[]
  /** Teeth whose root was filled, without a film since the visit. */
  filled: readonly string[]
  /** An implant went in, without a CBCT of the last twelve months. */
  cbct: boolean
}

/** What was written of the implants of a treatment. */
export interface DoneImplant {
  teeth: readonly string[]
  content: string
  implants: readonly ImplantLine[]
}

/** A treatment with its items. */
export interface DoneRow extends DoneImplant {
  items: readonly Pick<ItemFacts, 'isImplant' | 'course'>[]
}

const isRoot = ({ items }: DoneRow) => items.some(({ course }) => course === GOES_ON || course === FILLED)
const isImplant = ({ items }: DoneRow) => items.some((item) => item.isImplant)

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
  const root = rows.filter(isRoot)
  const filled = root.filter(
    ({ items, content }) => items.some(({ course }) => course === FILLED) || FILLED_WORDS.test(content),
  )
  const implant = rows.some(isImplant)
  return {
    root: lacking(root, addDays(day, -ROOT_DAYS)),
    filled: lacking(filled, day),
    cbct: implant && !films.some(({ type, takenOn }) => type === CBCT && takenOn >= addDays(day, -CBCT_DAYS)),
  }
}

/** The treatments of a text that name items. */
const doneRows = ({ treatments }: RecordContent, items: ItemsOfText): DoneRow[] =>
  treatments
    .filter(({ tariffs }) => tariffs.length > 0)
    .map((row) => ({
      teeth: row.teeth === '' ? [] : parseTeeth(row.teeth).map(({ code }) => code),
      content: row.content,
      implants: row.implants ?? [],
      items: itemsOf(row, items),
    }))

/** Reads the films that the items ask for; nothing where none does. */
export async function filmsLacking(
  tx: TenantTx,
  record: { patientId: string; visitTime: Date },
  content: RecordContent,
  items: ItemsOfText,
): Promise<{ films: LackingFilms; implants: readonly DoneImplant[] }> {
  const rows = doneRows(content, items)
  const day = formatDate(record.visitTime)
  const implants = rows.filter(isImplant)
  const asks = implants.length > 0 || rows.some(isRoot)
  const films = asks ? await filmsOf(tx, record.patientId, addDays(day, -CBCT_DAYS)) : []
  return { films: lackingFilms(rows, films, day), implants }
}
