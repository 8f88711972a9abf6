/**
 * Import order: entries and routes → features/<noun> → layout → parts → state → api → domain. Features do not import each
 * other. Mails are on the level of layout. Parts make no calls and read no state of the shop.
 */

const FLOORS = ['domain', 'api', 'state', 'parts', 'layout', 'features'];
const TESTS = '(\\.test\\.tsx?|^src/(testing\\.tsx|fixtures\\.ts))$';
/** Type-only modules, importable from everywhere. */
const EVERYWHERE = '^src/api/types\\.ts$';
/** State that parts may import. */
const PARTS_STATE = '^src/state/(i18n|liveRegion|navigation|notify|page|site|store|timestampFormat)\\.tsx?$';

/** What lies above a floor: higher floors, and the entries and routes directly in `src`. */
function above(floor) {
  const higher = FLOORS.slice(FLOORS.indexOf(floor) + 1);
  const mail = floor === 'layout' || floor === 'features' ? [] : ['mail'];
  return `^src/((${[...higher, ...mail, 'demo'].join('|')})/|[^/]+\\.tsx?$)`;
}

const importsDown = (folder, floor) => ({
  name: `${folder}-imports-down`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: { path: above(floor), pathNot: EVERYWHERE },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...FLOORS.map((floor) => importsDown(floor, floor)),
    importsDown('mail', 'layout'),
    {
      name: 'features-apart',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'parts-make-no-calls',
      severity: 'error',
      from: { path: '^src/parts/', pathNot: TESTS },
      to: { path: '^src/(api|state)/', pathNot: [EVERYWHERE, PARTS_STATE] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
