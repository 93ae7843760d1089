(()=>{"use strict";function e(){const e=document.getElementById(location.hash.slice(1)),t=e?.closest("details");if(!t)return;t.open=!0,e.scrollIntoView()}addEventListener("hashchange",e),e()})()
