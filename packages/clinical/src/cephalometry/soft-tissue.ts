import { angle, angleAt, distanceFrom, middle, offset, projection, quotient, turnFrom } from '../geometry.ts'
import { back, degrees, millimetres, ratio, type Film, type FilmMeasure } from './film.ts'

const angleOf = (film: Film, p: string, q: string, r: string) => angleAt(film.at(p), film.at(q), film.at(r))
const fromLine = (film: Film, point: string, top: string, bottom: string) =>
  distanceFrom(film.at(point), film.at(top), film.at(bottom))
/** From the Steiner line: middle of nose tip and subnasale to the soft chin. */
const fromSteinerLine = (film: Film, point: string) =>
  distanceFrom(film.at(point), middle(film.at('Prn'), film.at('Sn')), film.at("Pog'"))

/** Merrifield takes the more protruding lip: both have to be there. */
function zAngle(film: Film): number | undefined {
  const [upper, lower] = ['UL', 'LL'].map((lip) => angle(back(film.fh), film.line(lip, "Pog'")))
  return upper === undefined || lower === undefined ? undefined : Math.min(upper, lower)
}

const height = (film: Film, from: string, to: string) => projection(offset(film.at(to), film.at(from)), film.fhUp)

/**
 * Measures of the profile, of a film or a photo of it. On a photo the line Po–Or stands for tragus and infraorbital point
 * (耳屏-眶下线). Sources: Ricketts 1961; Steiner 1953; Holdaway 1983; Merrifield 1966; Legan & Burstone 1980.
 */
export const softTissueMeasures: readonly FilmMeasure[] = [
  millimetres('UL_E', '上唇-审美线距', (film) => fromLine(film, 'UL', 'Prn', "Pog'")),
  millimetres('LL_E', '下唇-审美线距', (film) => fromLine(film, 'LL', 'Prn', "Pog'")),
  millimetres('UL_S', '上唇-S 线距', (film) => fromSteinerLine(film, 'UL')),
  millimetres('LL_S', '下唇-S 线距', (film) => fromSteinerLine(film, 'LL')),
  millimetres('UL_SnPog', "上唇-Sn-Pog' 距", (film) => fromLine(film, 'UL', 'Sn', "Pog'")),
  millimetres('LL_SnPog', "下唇-Sn-Pog' 距", (film) => fromLine(film, 'LL', 'Sn', "Pog'")),
  degrees('nasolabial', '鼻唇角', (film) => angleOf(film, 'Cm', 'Sn', 'UL')),
  degrees('mentolabial', '颏唇沟角', (film) => angleOf(film, 'LL', 'Si', "Pog'")),
  degrees('softConvexity', '面突角', (film) => turnFrom(film.line('Sn', "Pog'"), film.line("G'", 'Sn'))),
  degrees('fullConvexity', '全面突角', (film) => angleOf(film, "N'", 'Prn', "Pog'")),
  degrees('softFacialAngle', '软组织面角', (film) => angle(back(film.fh), film.line("N'", "Pog'"))),
  degrees('hAngle', 'H 角', (film) => turnFrom(film.line('UL', "Pog'"), film.line("N'", "Pog'"))),
  degrees('zAngle', 'Z 角', zAngle),
  millimetres('lipGap', '唇间隙', (film) => height(film, 'Stms', 'Stmi')),
  ratio('GSn_SnMe', '上下面高比', (film) => quotient(height(film, "G'", 'Sn'), height(film, 'Sn', "Me'"))),
]
