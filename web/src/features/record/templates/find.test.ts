import { templateContent } from '@dentin/contract/record'
import { searchText } from '@dentin/kit/pinyin'
import { describe, expect, it } from 'vitest'
import { find, grouped, indexOf, pathOf } from './find.ts'
import type { Category, Template } from './hooks.ts'

const categories: Category[] = [
  { id: 'b', kind: 1, parentId: null, name: '外科', level: 1 },
  { id: 'c', kind: 1, parentId: 'b', name: '拔牙', level: 2 },
  { id: 'a', kind: 1, parentId: null, name: '牙体牙髓', level: 1 },
]
const template = (id: string, name: string, categoryId: string | null, words = '', tags: string[] = []): Template => ({
  id,
  name,
  categoryId,
  tags,
  scope: 3,
  kind: 1,
  teethBound: false,
  favourite: false,
  canEdit: false,
  used: 0,
  usageCount: 0,
  search: searchText({ name, aliases: tags }),
  content: templateContent.parse({ advice: words }),
  version: 1,
})
const few = [
  template('1', '阻生牙拔除', 'c', '咬纱球 30 分钟', ['智齿']),
  template('2', '根管充填', 'a', '热牙胶'),
  template('3', '杂项', null),
]

describe('templates', () => {
  it('are found by name, pinyin, initials, tag, category and words, all that is typed together', () => {
    const index = indexOf(few, categories)
    const found = (text: string) => find(index, text).map(({ id }) => id)
    expect([found('拔除'), found('zsybc'), found('zhichi'), found('zc'), found('外科'), found('纱球')]).toEqual(
      Array.from({ length: 6 }, () => ['1']),
    )
    expect(found('根管 牙胶')).toEqual(['2'])
    expect(found('根管 纱球')).toEqual([])
    expect(found(' ')).toEqual(['1', '2', '3'])
  })
  it('stand in the order of the tree, those in none last', () => {
    expect(grouped(few, categories).map(({ path, list }) => [path, list.length])).toEqual([
      ['外科 › 拔牙', 1],
      ['牙体牙髓', 1],
      ['未分类', 1],
    ])
    expect(pathOf('gone', categories)).toBe('未分类')
  })
  it('2,000 of them answer a key within a frame', () => {
    const words = '局麻下橡皮障隔湿，去净腐质，酸蚀，涂粘接剂，光照，复合树脂分层充填，调𬌗抛光。'.repeat(12)
    const index = indexOf(
      Array.from({ length: 2000 }, (_, n) => template(`${n}`, `根管治疗第${n}式`, 'c', `${words}${n}`)),
      categories,
    )
    const typed = ['g', 'gg', 'ggz', 'ggzl', 'ggzld', '1', '19', '199', '1999', '没有 这样 的']
    // The fastest of five: what else the machine does meanwhile is not the search.
    const once = (text: string) => {
      const began = performance.now()
      find(index, text)
      return performance.now() - began
    }
    const times = typed.map((text) => Math.min(...Array.from({ length: 5 }, () => once(text))))
    expect(find(index, '1999')).toHaveLength(1)
    expect(Math.max(...times)).toBeLessThan(16)
  })
})
