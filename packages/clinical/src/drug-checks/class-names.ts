/** The classes of drugs and materials that somebody may react to, and their Chinese names. */
export const drugClassNames = {
  penicillin: '青霉素类',
  cephalosporin: '头孢菌素类',
  nitroimidazole: '硝基咪唑类',
  macrolide: '大环内酯类',
  lincosamide: '林可酰胺类',
  tetracycline: '四环素类',
  quinolone: '喹诺酮类',
  azole: '唑类抗真菌药',
  nsaid: '非甾体抗炎药',
  amideAnaesthetic: '酰胺类局麻药',
  esterAnaesthetic: '酯类局麻药',
  sulphite: '亚硫酸盐',
  sulfonamide: '磺胺类',
  iodine: '碘',
  chlorhexidine: '氯己定',
  benzodiazepine: '苯二氮䓬类',
  colophony: '松香',
  latex: '乳胶',
  nickel: '镍',
  acrylic: '丙烯酸树脂',
  eugenol: '丁香酚',
} as const satisfies Readonly<Record<string, string>>

export type DrugClass = keyof typeof drugClassNames
