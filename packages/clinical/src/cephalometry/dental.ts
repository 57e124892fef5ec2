import { angle, direction, distanceFrom, minus, offset, projection, turned, turnFrom, type Point } from '../geometry.ts'
import { back, degrees, millimetres, type Film, type FilmMeasure } from './film.ts'

const fromLine = (film: Film, point: string, top: string, bottom: string) =>
  distanceFrom(film.at(point), film.at(top), film.at(bottom))
const edges = (film: Film, from: string, to: string) => offset(film.at(from), film.at(to))

/** Between the incisors, 0…360: over 180 when they lean backwards. */
function betweenIncisors(film: Film): number | undefined {
  if (!film.u1 || !film.l1) return undefined
  const turn = direction([-film.l1[0], -film.l1[1]]) - direction([-film.u1[0], -film.u1[1]])
  return ((turn % 360) + 360) % 360
}

/**
 * What is forward on this film: the first of FH, SN and PP that was drawn, so that a tilted film gives the same sign; without
 * any of them the edge of the image.
 */
const forward = (film: Film): Point => film.fh ?? film.sn ?? film.pp ?? [1, 0]

/** Distance of the incisal edges, positive when the upper one is in front; 0 when they meet. */
function edgeDistance(film: Film): number | undefined {
  const between = edges(film, 'L1', 'U1')
  const ahead = projection(between, forward(film))
  if (!between || ahead === undefined) return undefined
  return ahead < 0 ? -Math.hypot(...between) : Math.hypot(...between)
}

/**
 * Measures of incisors and occlusion. Millimetres are taken at the incisal edge; Steiner took the most labial point of the
 * crown, which differs by 0.5–1 mm. Sources: Downs 1948; Steiner 1953; Tweed 1954; Ricketts 1961; McNamara 1984; MW after
 * Wang et al. 2016.
 */
export const dentalMeasures: readonly FilmMeasure[] = [
  degrees('U1_SN', 'U1-SN 角', (film) => angle(back(film.sn), film.u1)),
  degrees('U1_FH', 'U1-FH 角', (film) => angle(back(film.fh), film.u1)),
  degrees('U1_PP', 'U1-PP 角', (film) => angle(back(film.pp), film.u1)),
  degrees('U1_NA_deg', 'U1-NA 角', (film) => turnFrom(film.line('N', 'A'), film.u1)),
  millimetres('U1_NA_mm', 'U1-NA 距', (film) => fromLine(film, 'U1', 'N', 'A')),
  degrees('L1_NB_deg', 'L1-NB 角', (film) => turnFrom(film.l1, film.line('B', 'N'))),
  millimetres('L1_NB_mm', 'L1-NB 距', (film) => fromLine(film, 'L1', 'N', 'B')),
  degrees('IMPA', 'L1-MP 角 IMPA', (film) => angle(back(film.mp), film.l1)),
  degrees('FMIA', 'L1-FH 角 FMIA', (film) => angle(back(film.fh), back(film.l1))),
  degrees('U1_L1', '上下中切牙角', betweenIncisors),
  millimetres('U1_APog_mm', 'U1-APog 距', (film) => fromLine(film, 'U1', 'A', 'Pog')),
  millimetres('L1_APog_mm', 'L1-APog 距', (film) => fromLine(film, 'L1', 'A', 'Pog')),
  degrees('L1_APog_deg', 'L1-APog 角', (film) => turnFrom(film.l1, film.line('Pog', 'A'))),
  degrees('L1_OP_dev', 'L1-𬌗平面角（偏离 90°）', (film) => minus(90, angle(film.op, film.l1))),
  millimetres('overjet', '覆盖', (film) => projection(edges(film, 'L1', 'U1'), film.op)),
  millimetres('overbite', '覆𬌗', (film) => projection(edges(film, 'U1', 'L1'), turned(film.op))),
  millimetres('U1_Avert', 'U1-A 垂线距', (film) => projection(edges(film, 'A', 'U1'), film.fh)),
  millimetres('MW', '上下切缘距 MW', edgeDistance),
]
