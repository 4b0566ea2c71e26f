import type { Config } from '../../base/config.ts';
import type { NavLink } from './page.ts';

/** The links of every page, for developers and operators. */
export function siteNav(
  { isTrial, ownsRegistry }: Pick<Config, 'isTrial' | 'ownsRegistry'>,
  here?: string,
): readonly NavLink[] {
  const links = [
    { href: '/ask', text: 'Ask' },
    { href: '/graphql', text: 'GraphiQL' },
    { href: '/sql', text: 'SQL' },
    ...(ownsRegistry ? [{ href: '/changes', text: 'Changes' }] : []),
    { href: '/docs', text: 'REST docs' },
    { href: '/guides', text: 'Guides' },
    ...(isTrial ? [{ href: '/sandbox', text: 'Sandbox' }] : []),
    { href: '/operator', text: 'Console' },
    { href: '/readyz', text: 'Status' },
  ];
  return links.map((link) => ({ ...link, current: link.href === here }));
}
