import {
  angle,
  angleAt,
  declination,
  distance,
  distanceFrom,
  line,
  minus,
  offset,
  projection,
  quotient,
  sum,
  turnFrom,
} from '../geometry.ts'
import { back, degrees, millimetres, ratio, type Film, type FilmMeasure } from './film.ts'

const angleOf = (film: Film, p: string, q: string, r: string) => angleAt(film.at(p), film.at(q), film.at(r))
const offsetOf = (film: Film, from: string, to: string) => offset(film.at(from), film.at(to))
const apart = (film: Film, one: string, other: string) => distance(film.at(one), film.at(other))
const fromLine = (film: Film, point: string, top: string, bottom: string) =>
  distanceFrom(film.at(point), film.at(top), film.at(bottom))

const sna = (film: Film) => angleOf(film, 'S', 'N', 'A')
const snb = (film: Film) => angleOf(film, 'S', 'N', 'B')
const facialAngle = (film: Film) => angle(back(film.fh), film.line('N', 'Pog'))
const abPlane = (film: Film) => turnFrom(film.line('N', 'Pog'), film.line('A', 'B'))
const palateToFrankfort = (film: Film) => declination(film.fh, film.pp)
const abToMandible = (film: Film) => angle(back(film.mp), film.line('B', 'A'))
const saddle = (film: Film) => angleOf(film, 'N', 'S', 'Ar')
const articular = (film: Film) => angleOf(film, 'S', 'Ar', 'Go')
const gonial = (film: Film) => angleOf(film, 'Ar', 'Go', 'Me')

/**
 * Measures of bones. Angles in degrees, lengths in mm, signs as said in clinical-calculators §1.4: positive forward, and for
 * inclinations positive when the front end is lower. Sources: Downs 1948, 1956; Steiner 1953; Tweed 1954; Ricketts 1961, 1981;
 * Jacobson 1975; McNamara 1984; Björk 1969; Jarabak & Fizzell 1972; Kim 1974; Kim & Vietas 1978.
 */
export const skeletalMeasures: readonly FilmMeasure[] = [
  degrees('SNA', 'SNA 角', sna),
  degrees('SNB', 'SNB 角', snb),
  degrees('ANB', 'ANB 角', (film) => minus(sna(film), snb(film))),
  degrees('SND', 'SND 角', (film) => angleOf(film, 'S', 'N', 'D')),
  degrees('SNPog', 'SNPog 角', (film) => angleOf(film, 'S', 'N', 'Pog')),
  degrees('facialAngle', '面角', facialAngle),
  degrees('convexity', '颌凸角', (film) => turnFrom(film.line('A', 'Pog'), film.line('N', 'A'))),
  millimetres('convexityMm', '颌凸距', (film) => fromLine(film, 'A', 'N', 'Pog')),
  degrees('abPlane', 'AB 平面角', abPlane),
  degrees('FMA', '下颌平面角 FH-MP', (film) => declination(film.fh, film.mp)),
  degrees('SN_MP', 'SN-MP 角', (film) => declination(film.sn, film.mp)),
  degrees('SN_GoGn', 'SN-GoGn 角', (film) => declination(film.sn, film.line('Go', 'Gn'))),
  degrees('SN_FH', 'SN-FH 角', (film) => declination(film.sn, film.fh)),
  degrees('SN_PP', 'SN-PP 角', (film) => declination(film.sn, film.pp)),
  degrees('FH_PP', 'FH-PP 角', palateToFrankfort),
  degrees('PP_MP', 'PP-MP 角', (film) => declination(film.pp, film.mp)),
  degrees('yAxisFH', 'Y 轴角', (film) => declination(film.fh, film.line('S', 'Gn'))),
  degrees('NSGn', 'NSGn 角', (film) => angleOf(film, 'N', 'S', 'Gn')),
  degrees('FH_OP', '𬌗平面角 FH-OP', (film) => declination(film.fh, film.op)),
  degrees('SN_OP', '𬌗平面角 SN-OP', (film) => declination(film.sn, film.op)),
  degrees('OP_MP', '𬌗平面角 OP-MP', (film) => declination(film.op, film.mp)),
  // B and A may lie at one height of the plane: Wits is 0 then, so the way between them needs no length.
  millimetres('wits', 'Wits 值', (film) => projection(offsetOf(film, 'B', 'A'), film.op)),
  millimetres('Pog_NB_mm', 'Pog-NB 距', (film) => fromLine(film, 'Pog', 'N', 'B')),
  millimetres('A_Nperp', 'A-N 垂线距', (film) => projection(offsetOf(film, 'N', 'A'), film.fh)),
  millimetres('Pog_Nperp', 'Pog-N 垂线距', (film) => projection(offsetOf(film, 'N', 'Pog'), film.fh)),
  millimetres('CoA', '上颌长 Co-A', (film) => apart(film, 'Co', 'A')),
  millimetres('CoGn', '下颌长 Co-Gn', (film) => apart(film, 'Co', 'Gn')),
  millimetres('mxMdDiff', '上下颌长度差', (film) => minus(apart(film, 'Co', 'Gn'), apart(film, 'Co', 'A'))),
  millimetres('LAFH', '下前面高 ANS-Me', (film) => apart(film, 'ANS', 'Me')),
  degrees('facialAxis', '面轴角', (film) => angle(film.line('N', 'Ba'), film.line('Pt', 'Gn'))),
  degrees('maxDepth', '上颌深度角', (film) => angle(back(film.fh), film.line('N', 'A'))),
  degrees('lowerFaceHeight', '下面高角', (film) => angleAt(film.at('ANS'), film.xi, film.at('Pm'))),
  degrees('mandArc', '下颌弓角', (film) => angle(line(film.xi, film.at('DC')), line(film.at('Pm'), film.xi))),
  degrees('saddle', '鞍角', saddle),
  degrees('articular', '关节角', articular),
  degrees('gonial', '下颌角', gonial),
  degrees('gonialUpper', '上下颌角', (film) => angleOf(film, 'Ar', 'Go', 'N')),
  degrees('gonialLower', '下下颌角', (film) => angleOf(film, 'N', 'Go', 'Me')),
  degrees('jarabakSum', 'Jarabak 角和', (film) => sum(saddle(film), articular(film), gonial(film))),
  millimetres('S_N', '前颅底长 S-N', (film) => apart(film, 'S', 'N')),
  millimetres('S_Ar', '后颅底长 S-Ar', (film) => apart(film, 'S', 'Ar')),
  millimetres('Ar_Go', '升支高 Ar-Go', (film) => apart(film, 'Ar', 'Go')),
  millimetres('Go_Me', '下颌体长 Go-Me', (film) => apart(film, 'Go', 'Me')),
  millimetres('PFH', '后面高 S-Go', (film) => apart(film, 'S', 'Go')),
  millimetres('AFH', '前面高 N-Me', (film) => apart(film, 'N', 'Me')),
  ratio('FHI', '后前面高比', (film) => quotient(apart(film, 'S', 'Go'), apart(film, 'N', 'Me'))),
  millimetres('UAFH', '上前面高 N-ANS', (film) => apart(film, 'N', 'ANS')),
  degrees('AB_MP', 'AB-MP 角', abToMandible),
  degrees('ODI', '垂直向指数 ODI', (film) => sum(abToMandible(film), palateToFrankfort(film))),
  degrees('APDI', '矢状向指数 APDI', (film) => sum(facialAngle(film), abPlane(film), palateToFrankfort(film))),
]
