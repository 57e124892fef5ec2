import { describe, expect, test } from 'vitest'
import chart from './data/tooth-chart.json' with { type: 'json' }
import { conditionOfKey, defaultSurfaces, markLayer, toothConditions } from './tooth-conditions.ts'

describe('tooth conditions', () => {
  test('ids and letter keys do not collide', () => {
    const keys = toothConditions.map((condition) => condition.key).filter((key) => key !== null)
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(toothConditions.map((condition) => condition.id)).size).toBe(toothConditions.length)
  })

  test('every status of the chart data can be charted', () => {
    const ids = new Set<string>(toothConditions.map((condition) => condition.id))
    expect(chart.status.filter((status) => !ids.has(status.id))).toEqual([])
  })

  test('the palette has its ten marks with their letters', () => {
    const palette = toothConditions.filter((condition) => condition.palette)
    expect(palette.map((condition) => `${condition.key}${condition.nameZh}`)).toEqual([
      'C龋',
      'F充填体',
      'R根管治疗',
      'A根尖周炎',
      'G冠',
      'W楔状缺损',
      'Q残根',
      'I种植体',
      'X缺失',
      'Z阻生',
    ])
    expect(conditionOfKey('c')?.id).toBe('caries')
    expect(conditionOfKey('Enter')).toBeUndefined()
  })

  test('planned work is drawn as plan whatever the condition', () => {
    expect(markLayer({ condition: 'caries', status: 'present' })).toBe('finding')
    expect(markLayer({ condition: 'filling', status: 'external' })).toBe('existing')
    expect(markLayer({ condition: 'filling', status: 'planned' })).toBe('plan')
    expect(markLayer({ condition: 'extract_planned', status: 'present' })).toBe('plan')
  })

  test('a surface condition without chosen surfaces goes to its usual place', () => {
    expect(defaultSurfaces('16', 'caries', '')).toBe('O')
    expect(defaultSurfaces('11', 'caries', '')).toBe('I')
    expect(defaultSurfaces('16', 'caries', 'MO')).toBe('MO')
    expect(defaultSurfaces('45', 'wedge', '')).toBe('BC')
    expect(defaultSurfaces('16', 'crown', 'MO')).toBe('')
  })
})
