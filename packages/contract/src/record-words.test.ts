import { describe, expect, it } from 'vitest'
import { recordContent } from './record.ts'
import { sectionsOnPaper } from './record-words.ts'

describe('the sections of a record on paper', () => {
  const shown = (more: object, required: ('interval' | 'presentIllness' | 'advice')[]) =>
    sectionsOnPaper({ recordType: 1, content: recordContent.parse({ chiefComplaint: '复诊', ...more }), required }).map(
      ({ key }) => key,
    )

  it('are what is written, and what was asked for and nobody wrote', () => {
    expect(shown({}, [])).toEqual(['chiefComplaint'])
    expect(shown({}, ['advice'])).toEqual(['chiefComplaint', 'advice'])
  })
  it('of present illness and course since the last visit one is enough', () => {
    expect(shown({ presentIllness: '牙冠脱落' }, ['interval'])).toEqual(['chiefComplaint', 'presentIllness'])
    expect(shown({ interval: '无不适' }, ['presentIllness'])).toEqual(['chiefComplaint', 'interval'])
    expect(shown({}, ['interval'])).toEqual(['chiefComplaint', 'interval'])
  })
})
