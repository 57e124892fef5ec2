import { expect, it } from 'vitest'
import { drugReminders, listedDrugs } from './index.ts'

const texts = (code: string | null) => drugReminders(code).map(({ text }) => text)

it.each([
  ['metronidazole', ['用药期间及停药后不饮酒', '与华法林合用：显著增强华法林抗凝']],
  ['tinidazole', ['用药期间及停药后不饮酒']],
  ['miconazole-gel', ['与华法林合用：显著增强华法林抗凝']],
  ['doxycycline', ['8 岁以下禁用']],
  ['minocycline-gel', ['8 岁以下禁用']],
  ['moxifloxacin', ['18 岁以下禁用']],
  ['carbamazepine', ['携带 HLA-B*1502 者可发生严重皮肤反应：用药前询问或检测']],
  ['amoxicillin', ['使用前做青霉素皮试，阳性者禁用']],
  ['ibuprofen', []],
])('%s', (code, said) => {
  expect(listedDrugs.some(({ id }) => id === code)).toBe(true)
  expect(texts(code).sort()).toEqual([...said].sort())
})

it('says nothing of a drug that the list does not hold', () => {
  expect(texts(null)).toEqual([])
  expect(texts('guess')).toEqual([])
})
