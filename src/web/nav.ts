import type { Config } from '../config.ts';
import type { NavLink } from './page.ts';

/** The links of every page, for developers and operators. */
export function siteNav({ sandbox }: Pick<Config, 'sandbox'>, here?: string): readonly NavLink[] {
  const links = [
    { href: '/graphql', text: 'GraphiQL' },
    { href: '/docs', text: 'REST docs' },
    { href: '/guides', text: 'Guides' },
    ...(sandbox ? [{ href: '/sandbox', text: 'Sandbox' }] : []),
    { href: '/operator', text: 'Console' },
    { href: '/readyz', text: 'Status' },
  ];
  return links.map((link) => ({ ...link, current: link.href === here }));
}
